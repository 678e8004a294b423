import type { Mutant } from './proxy.ts';
import { type Change, error, retry, status, withoutHeader } from './verbs.ts';

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
  { name: 'the key is ignored', on: /^create/, request: withoutHeader('idempotency-key') },
  { name: 'the key is ignored for stores alone', on: 'createVectorStore', request: withoutHeader('idempotency-key') },
  { name: 'the key is ignored for uploads alone', on: 'createUpload', request: withoutHeader('idempotency-key') },
  {
    name: 'another body gets the first answer',
    on: 'createProject',
    request: async (call) => {
      const answer = await call.send();
      const { memory, headers } = call;
      const key = headers['idempotency-key'] ?? '';
      if (answer.status === 200 && key !== '') memory.set(key, call.body);
      return answer.body?.error?.code === 'idempotency_key_reused' ? call.send({ body: memory.get(key) }) : answer;
    },
  },
  {
    name: 'another body is executed',
    on: 'createVectorStore',
    request: retry('idempotency_key_reused', ({ headers }) => ({
      headers: { ...headers, 'idempotency-key': `${headers['idempotency-key']}-${Math.random()}` },
    })),
  },
  { name: 'a reused key is 422', on: /./, when: 'idempotency_key_reused', answer: status(422) },
  {
    name: 'a reused key has another code',
    on: 'createAdminApiKey',
    when: 'idempotency_key_reused',
    answer: error({ code: 'idempotency_key_in_use' }),
  },
  {
    name: 'a replayed key has no value',
    on: 'createProjectApiKey',
    answer: repeated((body) => Object.assign(body as object, { value: '' })),
  },
  {
    name: 'a replay has another time',
    on: 'createOrganization',
    answer: repeated((body) => {
      const { organization } = body as { organization: { created_at: number } };
      return { organization: { ...organization, created_at: organization.created_at + 1 } };
    }),
  },
  {
    name: 'a replay answers 201',
    on: 'createAdminApiKey',
    answer: (answer, call) => {
      repeated((body) => {
        answer.status = 201;
        return body;
      })(answer, call);
    },
  },
  {
    name: 'a refused call uses its key up',
    on: 'createVectorStore',
    when: 'any',
    answer: (answer, { headers, memory }) => {
      const key = headers['idempotency-key'];
      if (key === undefined) return;
      const first = memory.get(key);
      if (first === undefined && answer.status >= 400) memory.set(key, { ...answer });
      else if (first !== undefined) Object.assign(answer, first);
    },
  },
  {
    name: 'the keys of two credentials are one',
    on: 'createVectorStore',
    request: ({ headers, memory }) => {
      const key = headers['idempotency-key'];
      const { authorization = '' } = headers;
      if (key === undefined || !authorization.includes('svcproj_')) return undefined;
      if (!memory.has(key)) memory.set(key, authorization);
      headers.authorization = memory.get(key);
      return undefined;
    },
  },
  {
    name: 'the keys of two organizations are one',
    on: 'createProject',
    request: async (call) => {
      const key = call.headers['idempotency-key'];
      if (key === undefined) return undefined;
      const first = call.memory.get(key);
      const answer = await call.send();
      if (answer.status === 200 && first !== undefined) answer.body = first;
      if (answer.status === 200) call.memory.set(key, answer.body);
      return answer;
    },
  },
  {
    name: 'keys of 256 characters are cut',
    on: /^create/,
    request: ({ headers }) => {
      const key = headers['idempotency-key'];
      if (key !== undefined && key.length > 255) headers['idempotency-key'] = key.slice(0, 255);
      return undefined;
    },
  },
  {
    name: 'the body of a repeated call is not compared in full',
    on: 'createUpload',
    request: (call) => {
      const key = call.headers['idempotency-key'];
      if (key === undefined) return undefined;
      const first = call.memory.get(key);
      if (first === undefined) call.memory.set(key, call.body);
      else if (first.purpose === call.body?.purpose) call.body = first;
      return undefined;
    },
  },
];
