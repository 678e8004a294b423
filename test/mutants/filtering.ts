import type { Mutant } from './proxy.ts';
import { ignoringQuery, rewrite, set, setItems } from './verbs.ts';

/** Moves the cursor of a report's page, and with it the buckets, by an hour. */
const later = (buckets: { start_time: number; end_time: number }[]) =>
  buckets.map((bucket) => ({ ...bucket, start_time: bucket.start_time + 3600, end_time: bucket.end_time + 3600 }));

/** Mutants of filters, reports, the audit log, events and conversations. */
export const filtering: Mutant[] = [
  { name: 'files of every purpose are listed', on: 'listFiles', request: ignoringQuery('purpose') },
  { name: 'files of a store are listed with any status', on: 'listVectorStoreFiles', request: ignoringQuery('filter') },
  {
    name: 'files of a batch are listed with any status',
    on: 'listFilesInVectorStoreBatch',
    request: ignoringQuery('filter'),
  },
  { name: 'members are not filtered by address', on: 'listMembers', request: ignoringQuery('emails[]') },
  {
    name: 'keys are not filtered by access',
    on: 'listProjectApiKeys',
    request: ignoringQuery('owner_project_access'),
  },
  { name: 'the audit log ignores the type', on: 'listOrganizationAuditLogs', request: ignoringQuery('event_types') },
  { name: 'the audit log ignores the actor', on: 'listOrganizationAuditLogs', request: ignoringQuery('actor_ids') },
  { name: 'the audit log ignores the text', on: 'listAuditLog', request: ignoringQuery('search') },
  { name: 'the audit log ignores the organization', on: 'listAuditLog', request: ignoringQuery('organization_id') },
  {
    name: 'times of the audit log are not exclusive',
    on: 'listOrganizationAuditLogs',
    request: ({ query }) => {
      const after = query.get('effective_at[gt]') ?? '';
      if (/^\d{10}$/.test(after)) query.set('effective_at[gt]', String(Number(after) - 1));
      return undefined;
    },
  },
  {
    name: 'the audit log names another object',
    on: 'listOrganizationAuditLogs',
    answer: setItems({ target_id: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  },
  {
    name: 'the audit log names another request',
    on: 'listAuditLog',
    answer: setItems({ request_id: (id: string) => `${id}x` }),
  },
  { name: 'a report ignores its projects', on: 'getRequestsUsage', request: ignoringQuery('project_ids') },
  { name: 'a report ignores its keys', on: 'getRequestsUsage', request: ignoringQuery('api_key_ids') },
  { name: 'a report ignores its groups', on: 'getRequestsUsage', request: ignoringQuery('group_by') },
  {
    name: 'failed requests are not counted',
    on: 'getRequestsUsage',
    answer: ({ body }) => {
      for (const { results } of body.data) for (const result of results) result.num_failed_requests = 0;
    },
  },
  { name: 'a report begins an hour late', on: 'getFilesUsage', answer: set({ data: later }) },
  { name: 'a report repeats its first page', on: 'getCosts', request: ignoringQuery('page') },
  { name: 'a report goes on to the present', on: 'getVectorStoresUsage', request: ignoringQuery('end_time') },
  { name: 'a report has days alone', on: 'getEmbeddingsUsage', request: ignoringQuery('bucket_width') },
  { name: 'a report of the latency has no second page', on: 'getCompletionsLatency', answer: set({ has_more: false }) },
  { name: 'events are polled from the first', on: 'pollWebhookEvents', request: ignoringQuery('cursor') },
  {
    name: 'a new conversation has no items',
    on: 'createConversation',
    request: rewrite({ items: (items) => (Array.isArray(items) && items[0]?.role === 'user' ? [] : items) }),
  },
  {
    name: 'added items are in reverse order',
    on: 'createConversationItems',
    request: (call) => {
      if (Array.isArray(call.body?.items)) call.body = { ...call.body, items: call.body.items.toReversed() };
      return undefined;
    },
  },
  {
    name: 'keys expire a day later',
    on: 'createAdminApiKey',
    request: rewrite({ expires_in_seconds: (seconds) => (seconds === 7_776_000 ? seconds + 86_400 : seconds) }),
  },
  {
    name: 'a new lifetime begins with the creation',
    on: 'updateProjectApiKey',
    answer: set({ expires_at: (at: number | null) => (at === null ? null : at - 3600) }),
  },
  {
    name: 'uploaded files expire a day later',
    on: 'createUpload',
    request: rewrite({
      expires_after: (after) => (after?.seconds === 86_400 ? { ...after, seconds: 172_800 } : after),
    }),
  },
  {
    name: 'an account keeps its default organization',
    on: 'updateAccount',
    request: (call) => {
      if (String(call.body?.default_organization_id).startsWith('org_')) call.body = {};
      return undefined;
    },
  },
  {
    name: 'nobody becomes an admin',
    on: 'updateUser',
    request: async (call) => {
      if (call.body?.is_admin !== true) return undefined;
      const answer = await call.send({ body: {} });
      if (answer.status === 200) answer.body.is_admin = true;
      return answer;
    },
  },
];
