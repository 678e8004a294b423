// Every operation with every kind of caller and, where the caller has access, nine pairs of context headers. The first
// operation of each x-access is tried with every pair, whoever calls. The requests have an unknown query parameter: with
// access they are refused with 422, and change nothing.

import type { Operation, OperationCases } from '../../document/index.ts';
import { inParallel } from '../../parallel/index.ts';
import { documented } from '../answers.ts';
import { requestOf } from '../requests.ts';
import type { Answer } from '../send.ts';
import { type Caller, type Gate, type Named, type Verdict, verdict } from './access-oracle.ts';
import { codeOf, type Rule, type Trial } from './rule.ts';
import type { Stage } from './stage.ts';

interface Actor {
  name: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  caller: Caller;
  /** True if the actor belongs to the tenant. Others are tried with few context headers. */
  isOwn: boolean;
}

interface Cast {
  actors: Actor[];
  organizations: Record<string, string | undefined>;
  projects: Record<string, string | undefined>;
  /** The organization of each project. */
  places: Record<string, string>;
  /** The x-access of the operations that were tried with every pair of headers. */
  tried: Set<string>;
}

const width = 6;
const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const casts = new WeakMap<Stage, Promise<Cast>>();

/** The pairs of headers, by the relation of their organization and project to the caller's tenant. */
const pairs: Record<'none' | 'few' | 'many', [organization: string, project: string][]> = {
  none: [['none', 'none']],
  few: [
    ['none', 'none'],
    ['own', 'own'],
  ],
  many: [
    ['none', 'none'],
    ['own', 'none'],
    ['none', 'own'],
    ['own', 'own'],
    ['foreign', 'none'],
    ['unknown', 'none'],
    ['own', 'foreign'],
    ['own', 'unknown'],
    ['own', 'sibling'],
  ],
};

export const access: Rule = {
  name: 'access',
  about: 'x-access: who may call the operation, and what the context headers select',
  applies: ({ operationId }) => documented(operationId)?.['x-passes-on'] !== 'endpoint',
  async run(trial, stage, operation) {
    const document = documented(operation.operationId);
    const gate = document?.['x-access'];
    if (gate === undefined) return;
    casts.set(stage, casts.get(stage) ?? createCast(stage));
    const cast = (await casts.get(stage)) as Cast;
    const isLocal = gate.local === 'open' && (await trial.ask('GET', operation.path)).status !== 401;
    const full: Gate = {
      ...gate,
      // A run on another machine, or through a proxy, is not local.
      local: isLocal ? gate.local : undefined,
      pathOrganization: gate.organization?.startsWith('path.') ? cast.organizations.own : undefined,
      pathProject: 'project_id' in operation.fixtures ? cast.projects.own : undefined,
    };
    const form = document?.['x-errors'];
    // A permission changes nothing for these callers.
    const key = JSON.stringify([{ ...gate, permission: '' }, form, 'project_id' in operation.fixtures]);
    const isFirst = !cast.tried.has(key);
    cast.tried.add(key);
    const cells = cast.actors.flatMap((actor) => pairsFor(full, actor, cast, isFirst).map((pair) => ({ actor, pair })));
    const refusals = new Map<string, string>();
    await inParallel(width, cells, async ({ actor, pair: [organization, project] }) => {
      const named = { organization: cast.organizations[organization], project: cast.projects[project] };
      const answer = await probe(trial, cast, operation, actor, named);
      const wanted = verdict(full, actor.caller, named, cast.places);
      const cell = `${actor.name}, organization header ${organization}, project header ${project}`;
      judge(trial, document, answer, wanted, cell);
      const isTheirs = organization === 'foreign' && belongsTo(actor.caller, named.organization);
      if (answer.status === 403 && !isTheirs)
        refusals.set(`${actor.name} ${organization} ${project}`, anonymous(answer, cast));
    });
    for (const [cell, text] of refusals) {
      const twin = refusals.get(cell.replaceAll('foreign', 'unknown'));
      if (cell.includes('foreign') && twin !== undefined) trial.equal('a refusal tells which ids exist', text, twin);
    }
  },
};

function belongsTo(caller: Caller, organization = ''): boolean {
  if (caller.kind === 'user') return caller.isAdmin || organization in caller.roles;
  return 'organization' in caller && caller.organization === organization;
}

function pairsFor(gate: Gate, actor: Actor, cast: Cast, isFirst: boolean): [string, string][] {
  const { places, organizations, projects } = cast;
  const all = Object.keys(organizations).flatMap((one) =>
    Object.keys(projects).map((two): [string, string] => [one, two]),
  );
  const own = { organization: organizations.own, project: projects.own };
  const isOut = ['nobody', 'refresh_token', 'browser_session', 'worker_token'].includes(actor.caller.kind);
  if (isOut || gate.context === 'none' || gate.callers.includes('anyone')) return pairs.none;
  const isLetIn = actor.isOwn && verdict(gate, actor.caller, own, places) === 'reached';
  const chosen = isFirst ? all : isLetIn ? pairs.many : pairs.few;
  // The default organization of the admin may change while the run lasts.
  return actor.name === 'admin' ? chosen.filter(([organization]) => organization !== 'none') : chosen;
}

async function probe(trial: Trial, cast: Cast, operation: OperationCases, actor: Actor, named: Named): Promise<Answer> {
  const fixtures = new Map(
    Object.values(operation.fixtures).map((name): [string, string] => [name, `none_${unknownId}`]),
  );
  fixtures.set('own_organization', cast.organizations.own ?? '').set('projects', cast.projects.own ?? '');
  // A form must be valid, because an invalid one is refused before the query is validated.
  const least = operation.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id))?.request;
  const form = least?.raw === undefined || least.contentType === undefined ? {} : least;
  const headers = {
    ...actor.headers,
    ...(named.organization === undefined ? {} : { 'compat-organization': named.organization }),
    ...(named.project === undefined ? {} : { 'compat-project': named.project }),
  };
  const { method, path, options } = requestOf({ token: actor.token, headers, fixtures }, operation, form);
  return trial.ask(method, `${path}?probe=1`, options);
}

function judge(trial: Trial, document: Operation | undefined, answer: Answer, wanted: Verdict, cell: string): void {
  const isReached = wanted === 'reached';
  if (['oauth', 'scim'].includes(document?.['x-errors'] ?? '')) {
    judgeSentence(trial, answer, wanted, cell);
    return;
  }
  const invalid = document?.['x-errors'] === 'anthropic' ? 400 : 422;
  // The upstream validates the query of what it gets. A part of an unknown upload is refused before its body is read.
  const isUnknownPage = document?.['x-errors'] === 'page' && answer.status === 404;
  if (isReached && (document?.['x-passes-on'] !== undefined || isUnknownPage || codeOf(answer) === 'not_found')) return;
  const locs: string[] = (answer.body?.detail ?? []).map(({ loc }: { loc: string[] }) => loc.join('.'));
  if (isReached) {
    const isKept = answer.status === invalid && locs.includes('query.probe');
    const cause = `access is refused, or a query is not checked: ${answer.status}`;
    trial.expect(isKept, cause, `${cell}: ${invalid}`, answer.text);
  } else if (wanted.status === 422) {
    const missing = wanted.missing.map((name) => `header.${name}`);
    const isKept =
      answer.status === invalid && missing.every((loc) => locs.includes(loc)) && locs.length === missing.length;
    trial.expect(isKept, 'a missing context header is not reported', `${cell}: ${missing}`, answer.text);
  } else {
    const isKept = answer.status === wanted.status && codeOf(answer) === wanted.code;
    const cause = `access: ${answer.status} instead of ${wanted.status} ${wanted.code}`;
    trial.expect(isKept, cause, `${cell}: ${wanted.status} ${wanted.code}`, `${answer.status} ${answer.text}`);
  }
}

/** The forms of OAuth and SCIM have a sentence, and no codes of this server. */
function judgeSentence(trial: Trial, answer: Answer, wanted: Verdict, cell: string): void {
  const isReached = wanted === 'reached';
  const status = isReached || wanted.status === 422 ? 400 : wanted.status;
  const isKept =
    answer.status === status &&
    (!isReached || String(answer.body?.detail ?? answer.body?.error_description).includes('probe'));
  trial.expect(isKept, `access: ${answer.status} instead of ${status}`, `${cell}: ${status}`, answer.text);
}

/** Returns the refusal without ids. */
function anonymous({ text }: Answer, { organizations, projects }: Cast): string {
  const ids = [...Object.values(organizations), ...Object.values(projects)].filter((id) => id !== undefined);
  const plain = text.replace(/"request_id":"[^"]*"/, '');
  return ids.reduce((shown, id) => shown.replaceAll(id, 'ID'), plain);
}

async function createCast(stage: Stage): Promise<Cast> {
  const [own, foreign, users] = [await stage.own(), await stage.foreign(), await stage.users()];
  const [here, there] = [own.organizationId, foreign.organizationId];
  const isOwn = true;
  const user = (roles: Record<string, 'owner' | 'member'>, isAdmin = false): Caller => ({
    kind: 'user',
    isAdmin,
    roles,
    defaultOrganization: Object.keys(roles)[0] ?? null,
  });
  const nobody = (code: 'missing_api_key' | 'invalid_api_key'): Caller => ({ kind: 'nobody', code });
  const actors: Actor[] = [
    { name: 'nobody', caller: nobody('missing_api_key'), isOwn },
    { name: 'Basic', headers: { authorization: 'Basic YTpi' }, caller: nobody('missing_api_key'), isOwn },
    { name: 'a mistyped key', token: mistyped(own.key), caller: nobody('invalid_api_key'), isOwn },
    { name: 'nonsense', token: 'nonsense', caller: nobody('invalid_api_key'), isOwn },
    { name: 'organization key', token: own.key, caller: { kind: 'organization_key', organization: here }, isOwn },
    {
      name: 'project key',
      token: own.project.key,
      caller: { kind: 'project_key', organization: here, project: own.project.id },
      isOwn,
    },
    {
      name: 'key of another organization',
      token: foreign.key,
      caller: { kind: 'organization_key', organization: there },
      isOwn: false,
    },
    {
      name: 'key of a project of another organization',
      token: foreign.project.key,
      caller: { kind: 'project_key', organization: there, project: foreign.project.id },
      isOwn: false,
    },
    { name: 'admin', token: stage.adminToken, caller: user({}, true), isOwn },
    ...(users === undefined
      ? []
      : [
          { name: 'owner', token: users.owner.token, caller: user({ [here]: 'owner' }), isOwn },
          { name: 'member', token: users.member.token, caller: user({ [here]: 'member' }), isOwn },
          { name: 'user without organization', token: users.outsider.token, caller: user({}), isOwn: false },
          {
            name: 'owner of another organization',
            token: users.foreignOwner.token,
            caller: user({ [there]: 'owner' }),
            isOwn: false,
          },
          {
            name: 'refresh token',
            token: users.owner.refreshToken,
            caller: { kind: 'refresh_token' } as Caller,
            isOwn,
          },
        ]),
  ];
  const places = {
    [own.project.id]: here,
    [own.sibling.id]: here,
    [foreign.project.id]: there,
    [foreign.sibling.id]: there,
  };
  return {
    actors,
    organizations: { none: undefined, own: here, foreign: there, unknown: `org_${unknownId}`, swapped: own.project.id },
    projects: {
      none: undefined,
      own: own.project.id,
      sibling: own.sibling.id,
      foreign: foreign.project.id,
      unknown: `proj_${unknownId}`,
      swapped: here,
    },
    places,
    tried: new Set(),
  };
}

/** Returns the key with another last character. Its checksum is wrong then, so it does not count as a guess. */
function mistyped(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
}
