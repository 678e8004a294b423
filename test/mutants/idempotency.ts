import type { Mutant } from './proxy.ts';
import { answers, type Change, error, requests, retry, status, withoutHeader } from './verbs.ts';

const repeated =
  (replay: (first: unknown) => unknown): Change =>
  (answer, { headers, memory }) => {
    const key = headers['idempotency-key'];
    if (key === undefined) return;
    if (memory.has(key)) answer.body = replay(answer.body);
    memory.set(key, true);
  };

/** Mutants of Idempotency-Key. */
export const idempotency: Mutant[] = [
  requests('the key is ignored', /^create/, withoutHeader('idempotency-key')),
  requests('the key is ignored for stores alone', 'createVectorStore', withoutHeader('idempotency-key')),
  requests('the key is ignored for uploads alone', 'createUpload', withoutHeader('idempotency-key')),
  requests('another body gets the first answer', 'createProject', async (call) => {
    const answer = await call.send();
    const { memory, headers } = call;
    const key = headers['idempotency-key'] ?? '';
    if (answer.status === 200 && key !== '') memory.set(key, call.body);
    return answer.body?.error?.code === 'idempotency_key_reused' ? call.send({ body: memory.get(key) }) : answer;
  }),
  requests(
    'another body is executed',
    'createVectorStore',
    retry('idempotency_key_reused', ({ headers }) => ({
      headers: { ...headers, 'idempotency-key': `${headers['idempotency-key']}-${Math.random()}` },
    })),
  ),
  answers('a reused key is 422', /./, 'idempotency_key_reused', status(422)),
  answers(
    'a reused key has another code',
    'createAdminApiKey',
    'idempotency_key_reused',
    error({ code: 'idempotency_key_in_use' }),
  ),
  answers(
    'a replayed key has no value',
    'createProjectApiKey',
    repeated((body) => Object.assign(body as object, { value: '' })),
  ),
  answers(
    'a replay has another time',
    'createOrganization',
    repeated((body) => {
      const { organization } = body as { organization: { created_at: number } };
      return { organization: { ...organization, created_at: organization.created_at + 1 } };
    }),
  ),
  answers('a replay answers 201', 'createAdminApiKey', (answer, call) => {
    repeated((body) => {
      answer.status = 201;
      return body;
    })(answer, call);
  }),
  answers('a refused call uses its key up', 'createVectorStore', 'any', (answer, { headers, memory }) => {
    const key = headers['idempotency-key'];
    if (key === undefined) return;
    const first = memory.get(key);
    if (first === undefined && answer.status >= 400) memory.set(key, { ...answer });
    else if (first !== undefined) Object.assign(answer, first);
  }),
  requests('the keys of two credentials are one', 'createVectorStore', ({ headers, memory }) => {
    const key = headers['idempotency-key'];
    const { authorization = '' } = headers;
    if (key === undefined || !authorization.includes('svcproj_')) return undefined;
    if (!memory.has(key)) memory.set(key, authorization);
    headers.authorization = memory.get(key);
    return undefined;
  }),
  requests('the keys of two organizations are one', 'createProject', async (call) => {
    const key = call.headers['idempotency-key'];
    if (key === undefined) return undefined;
    const first = call.memory.get(key);
    const answer = await call.send();
    if (answer.status === 200 && first !== undefined) answer.body = first;
    if (answer.status === 200) call.memory.set(key, answer.body);
    return answer;
  }),
  requests('keys of 256 characters are cut', /^create/, ({ headers }) => {
    const key = headers['idempotency-key'];
    if (key !== undefined && key.length > 255) headers['idempotency-key'] = key.slice(0, 255);
    return undefined;
  }),
  requests('the body of a repeated call is not compared in full', 'createUpload', (call) => {
    const key = call.headers['idempotency-key'];
    if (key === undefined) return undefined;
    const first = call.memory.get(key);
    if (first === undefined) call.memory.set(key, call.body);
    else if (first.purpose === call.body?.purpose) call.body = first;
    return undefined;
  }),
];
