// Every kind of caller that x-access admits, with every way to name its organization and project, gets the same answer;
// HEAD gets the status and headers of GET.

import type { ContractCase, OperationCases } from '../../document/index.ts';
import { documented } from '../answers.ts';
import { Missing } from '../credentials.ts';
import { isOfWholeOrganization } from '../fixtures.ts';
import { requestOf } from '../requests.ts';
import { usesUp } from '../run-operation.ts';
import type { Answer } from '../send.ts';
import type { Rule, Trial } from './rule.ts';
import type { Scene, Stage } from './stage.ts';

interface Way {
  name: string;
  token: string | undefined;
  headers: Record<string, string>;
}

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** Operations whose second call has another result, or that cost more than they tell. */
const onlyOnce = new Set(['deleteOrganization', 'createPasswordLink', 'createPasswordReset', 'updateAdminConfig']);

function accessOf(operationId: string) {
  return documented(operationId)?.['x-access'];
}

function leastOf({ cases }: OperationCases): ContractCase | undefined {
  return cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id));
}

export const callers: Rule = {
  name: 'callers',
  about: 'Each kind of caller in x-access succeeds, with each form of the context headers. HEAD answers as GET.',
  applies(operation) {
    const gate = accessOf(operation.operationId);
    const isScoped = ['project_key', 'organization_key', 'admin'].includes(operation.caller);
    // The people are members of the organization of most rules only.
    const isTried = !onlyOnce.has(operation.operationId) && !isOfWholeOrganization(operation);
    return isScoped && gate !== undefined && leastOf(operation) !== undefined && isTried;
  },
  lack: (stage, operation) => stage.needOf(leastOf(operation)),
  async run(trial, stage, operation) {
    let scene = await stage.scene([operation]);
    const ways = await waysOf(stage, operation, scene);
    const least = leastOf(operation) as ContractCase;
    let first: Answer | undefined;
    for (const way of ways) {
      if (first !== undefined && isUsedUp(operation)) {
        scene = await stage.scene([operation]);
        Object.assign(
          way,
          (await waysOf(stage, operation, scene)).find(({ name }) => name === way.name),
        );
      }
      const answer = await send(trial, operation, scene, way, least);
      const isTaken = trial.status(answer, least.expect.status, undefined, `${way.name} is refused`);
      first ??= isTaken ? answer : undefined;
      if (operation.method === 'GET' && isTaken) await judgeHead(trial, operation, scene, way, answer);
    }
    await judgeSynonyms(trial, operation, scene, least);
  },
};

function isUsedUp(operation: OperationCases): boolean {
  return usesUp(operation) || operation.path.endsWith('/cancel');
}

/** Returns the ways to call the operation. All must succeed. */
async function waysOf(stage: Stage, operation: OperationCases, scene: Scene): Promise<Way[]> {
  const { callers: kinds = [], context } = accessOf(operation.operationId) ?? {};
  const { place } = scene;
  const projectId = projectOf(scene);
  const { organizationId, tokens } = place;
  const users = kinds.includes('owner') || kinds.includes('member') ? await stage.users() : undefined;
  const project = { 'compat-project': projectId };
  const organization = { 'compat-organization': organizationId };
  const sdkNames = { 'openai-organization': organizationId, 'openai-project': projectId };
  const all: [kind: string, token: string | undefined, forms: Record<string, string>[]][] =
    context === 'project'
      ? [
          ['project_key', tokens.project_key, [{}, { ...organization, ...project }, sdkNames]],
          ['organization_key', tokens.organization_key, [project, { 'openai-project': projectId }]],
          ['member', users?.member.token, [project, { ...organization, ...project }]],
          ['owner', users?.owner.token, [{ ...organization, ...project }]],
          ['admin', tokens.admin, [{ ...organization, ...project }]],
        ]
      : context === 'organization'
        ? [
            [
              'organization_key',
              tokens.organization_key,
              [{}, organization, { 'openai-organization': organizationId }],
            ],
            ['member', users?.member.token, [{}, organization]],
            ['owner', users?.owner.token, [{}]],
            ['admin', tokens.admin, [organization]],
          ]
        : [['admin', tokens.admin, [{}]]];
  return all.flatMap(([kind, token, forms]) =>
    token === undefined || !kinds.includes(kind)
      ? []
      : forms.map((headers) => ({
          name: `${kind} with ${Object.keys(headers).join(' and ') || 'no header'}`,
          token,
          headers,
        })),
  );
}

/** Returns the id of the project in which the operation is called. */
function projectOf({ projectId }: Scene): string {
  if (projectId === undefined) throw new Missing('an organization key');
  return projectId;
}

function send(
  trial: Trial,
  operation: OperationCases,
  { fixtures }: Scene,
  { token, headers }: Way,
  { request }: Pick<ContractCase, 'request'>,
): Promise<Answer> {
  const { method, path, options } = requestOf({ token, headers, fixtures }, operation, request);
  return trial.ask(method, path, options);
}

/** Expects that HEAD has the status and the headers of GET, and no body. */
async function judgeHead(trial: Trial, operation: OperationCases, scene: Scene, way: Way, got: Answer): Promise<void> {
  const head = await send(trial, operation, scene, way, { request: { method: 'HEAD' } });
  trial.expect(head.status === got.status, 'HEAD has another status than GET', got.status, head.status);
  trial.equal('HEAD has a body', head.bytes.length, 0);
  trial.equal('HEAD has another media type', head.headers.get('content-type'), got.headers.get('content-type'));
}

/** Expects that a header and its synonym may not name two things. */
async function judgeSynonyms(
  trial: Trial,
  operation: OperationCases,
  scene: Scene,
  least: ContractCase,
): Promise<void> {
  const { context } = accessOf(operation.operationId) ?? {};
  if (context !== 'project' && context !== 'organization') return;
  const token = scene.tokenOf(operation);
  const { organizationId } = scene.place;
  const differing: Record<string, string>[] = [
    { 'compat-organization': organizationId, 'openai-organization': `org_${unknownId}` },
    ...(context === 'project' ? [{ 'compat-project': projectOf(scene), 'openai-project': `proj_${unknownId}` }] : []),
  ];
  for (const headers of differing) {
    const answer = await send(trial, operation, scene, { name: 'synonyms', token, headers }, least);
    const invalid = ['anthropic', 'oauth', 'scim'].includes(documented(operation.operationId)?.['x-errors'] ?? '')
      ? 400
      : 422;
    trial.status(answer, invalid, undefined, 'a context header and its synonym differ');
  }
}
