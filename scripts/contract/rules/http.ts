// HTTP around an operation: its path to the letter, the ids of requests, and the error member that SDKs show.

import type { CaseRequest, OperationCases } from '../../document/index.ts';
import { documented } from '../answers.ts';
import { contextOf, fixturesOf, requestOf } from '../requests.ts';
import type { Answer } from '../send.ts';
import type { Rule, Trial } from './rule.ts';
import type { Stage } from './stage.ts';

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** Neither may be taken over: too long, and with a character that is not allowed. */
const wrongRequestIds = ['a'.repeat(129), 'contract run/1'];

export const http: Rule = {
  name: 'http',
  about: 'Paths to the letter, x-request-id, and the member error of a 422 for clients that send x-stainless-lang.',
  applies: (operation) => documented(operation.operationId)?.['x-passes-on'] === undefined,
  async run(trial, stage, operation) {
    const own = await stage.own();
    const fixtures = new Map([...fixturesOf(operation)].map((name): [string, string] => [name, `x_${unknownId}`]));
    fixtures.set('own_organization', own.organizationId).set('projects', own.project.id);
    const token = tokenOf(stage, operation, own);
    const send: Send = (request, headers = {}, change = (path) => path) => {
      const { method, path, options } = requestOf(
        { token, fixtures, headers: { ...contextOf(operation, fixtures), ...headers } },
        operation,
        request,
      );
      return trial.ask(method, change(path), options);
    };
    // An unknown query parameter keeps the request from doing anything.
    const probe: CaseRequest = { query: [['probe', '1']] };
    for (const id of wrongRequestIds) {
      const answer = await send(probe, { 'x-request-id': id });
      const shown = answer.headers.get('x-request-id') ?? '';
      const isOwn = /^[A-Za-z0-9_.-]{1,128}$/.test(shown) && !id.startsWith(shown.slice(0, 12));
      trial.expect(isOwn, 'an invalid x-request-id is taken over', 'an id of the server', shown);
    }
    const harmless = operation.method === 'GET' ? {} : probe;
    await judgeSlash(trial, operation, (change) => send(harmless, {}, change));
    // A cookie without a session is refused before the body.
    const hasSession = operation.caller !== 'browser_session';
    if (documented(operation.operationId)?.['x-errors'] !== 'page' && hasSession)
      await judgeSdkError(trial, operation, send);
    await judgeEtag(trial, operation, send);
  },
};

type Change = (path: string) => string;
type Send = (request: CaseRequest, headers?: Record<string, string>, change?: Change) => Promise<Answer>;

function tokenOf(stage: Stage, { caller }: OperationCases, own: Awaited<ReturnType<Stage['own']>>): string | undefined {
  if (caller === 'admin' || caller === 'owner') return stage.adminToken;
  return { organization_key: own.key, project_key: own.project.key }[caller];
}

/** Expects that a trailing slash makes another path, except where the document has it. */
async function judgeSlash(
  trial: Trial,
  { path, method, caller }: OperationCases,
  send: (change: Change) => Promise<Answer>,
): Promise<void> {
  if (path.endsWith('/') && path !== '/') {
    const answer = await send((sent) => sent.replace(/\/(\?|$)/, '$1'));
    trial.expect(answer.status !== 404, 'a path is unknown without its slash', 'any other status', answer.text);
  } else if (method === 'GET' && caller !== 'anyone') {
    const answer = await send((sent) => sent.replace(/(\?|$)/, '/$1'));
    trial.status(answer, 404, 'unknown_path', 'a path with a slash too many');
  }
}

/** Expects that an answer with an ETag is sent again only if the client has another one. */
async function judgeEtag(trial: Trial, operation: OperationCases, send: Send): Promise<void> {
  const declared = documented(operation.operationId)?.responses;
  const plain = operation.cases.find(({ id }) => id.endsWith('/accepted/-/plain'))?.request;
  if (declared?.['304'] === undefined || plain === undefined) return;
  const first = await send(plain);
  // The id in the path names nothing.
  if (first.status !== 200) return;
  const etag = first.headers.get('etag');
  if (!trial.expect(etag !== null, 'ETag is absent', 'ETag', 'none')) return;
  const known = await send(plain, { 'if-none-match': String(etag) });
  trial.equal('an answer that the client has', [known.status, known.headers.get('etag')], [304, etag]);
  const other = await send(plain, { 'if-none-match': '"another"' });
  trial.equal('an answer that the client does not have', [other.status, other.headers.get('etag')], [200, etag]);
}

/** Expects the failure in words for SDKs, and nothing of it for others. */
async function judgeSdkError(trial: Trial, operation: OperationCases, send: Send): Promise<void> {
  const broken = operation.cases.filter(({ id, expect }) => /\/broken\//.test(id) && expect.status === 422);
  const [several, single] = [/-\/two-at-once$|-\/all-at-once$/, /\/broken\/(?!-)[^/]+\/type-/].map((pattern) =>
    broken.find(({ id }) => pattern.test(id)),
  );
  for (const one of [several, single]) {
    if (one === undefined) continue;
    const answer = await send(one.request, { 'x-stainless-lang': 'js' });
    if (!trial.status(answer, 422, undefined, 'an invalid request of an SDK')) continue;
    const { detail = [], error } = answer.body ?? {};
    const params = detail.map(({ loc: [place, ...path] }: { loc: string[] }) =>
      (place === 'body' && path.length > 0 ? path : [place, ...path]).join('.'),
    );
    trial.expect(params.includes(error?.param), 'the error for SDKs names another parameter', params, error);
    trial.equal('the code of the error for SDKs', error?.code, 'validation_error');
    trial.equal('the type of the error for SDKs', error?.type, 'invalid_request_error');
    const words = String(error?.message ?? '');
    const isTold = detail.length < 2 || words.includes(String(detail.length - 1));
    trial.expect(words !== '' && isTold, 'the message of the error for SDKs', 'the first failure and the count', words);
  }
}
