import type { Mutant } from './proxy.ts';
import { answers, ignoringQuery, requests, rewrite, set, setItems } from './verbs.ts';

/** Moves the cursor of a report's page, and with it the buckets, by an hour. */
const later = (buckets: { start_time: number; end_time: number }[]) =>
  buckets.map((bucket) => ({ ...bucket, start_time: bucket.start_time + 3600, end_time: bucket.end_time + 3600 }));

/** Mutants of filters, reports, the audit log, events and conversations. */
export const filtering: Mutant[] = [
  requests('files of every purpose are listed', 'listFiles', ignoringQuery('purpose')),
  requests('files of a store are listed with any status', 'listVectorStoreFiles', ignoringQuery('filter')),
  requests('files of a batch are listed with any status', 'listFilesInVectorStoreBatch', ignoringQuery('filter')),
  requests('members are not filtered by address', 'listMembers', ignoringQuery('emails[]')),
  requests('keys are not filtered by access', 'listProjectApiKeys', ignoringQuery('owner_project_access')),
  requests('the audit log ignores the type', 'listOrganizationAuditLogs', ignoringQuery('event_types')),
  requests('the audit log ignores the actor', 'listOrganizationAuditLogs', ignoringQuery('actor_ids')),
  requests('the audit log ignores the text', 'listAuditLog', ignoringQuery('search')),
  requests('the audit log ignores the organization', 'listAuditLog', ignoringQuery('organization_id')),
  requests('times of the audit log are not exclusive', 'listOrganizationAuditLogs', ({ query }) => {
    const after = query.get('effective_at[gt]') ?? '';
    if (/^\d{10}$/.test(after)) query.set('effective_at[gt]', String(Number(after) - 1));
    return undefined;
  }),
  answers(
    'the audit log names another object',
    'listOrganizationAuditLogs',
    setItems({ target_id: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  ),
  answers('the audit log names another request', 'listAuditLog', setItems({ request_id: (id: string) => `${id}x` })),
  requests('a report ignores its projects', 'getRequestsUsage', ignoringQuery('project_ids')),
  requests('a report ignores its keys', 'getRequestsUsage', ignoringQuery('api_key_ids')),
  requests('a report ignores its groups', 'getRequestsUsage', ignoringQuery('group_by')),
  answers('failed requests are not counted', 'getRequestsUsage', ({ body }) => {
    for (const { results } of body.data) for (const result of results) result.num_failed_requests = 0;
  }),
  answers('a report begins an hour late', 'getFilesUsage', set({ data: later })),
  requests('a report repeats its first page', 'getCosts', ignoringQuery('page')),
  requests('a report goes on to the present', 'getVectorStoresUsage', ignoringQuery('end_time')),
  requests('a report has days alone', 'getEmbeddingsUsage', ignoringQuery('bucket_width')),
  answers('a report of the latency has no second page', 'getCompletionsLatency', set({ has_more: false })),
  requests('events are polled from the first', 'pollWebhookEvents', ignoringQuery('cursor')),
  requests(
    'a new conversation has no items',
    'createConversation',
    rewrite({ items: (items) => (Array.isArray(items) && items[0]?.role === 'user' ? [] : items) }),
  ),
  requests('added items are in reverse order', 'createConversationItems', (call) => {
    if (Array.isArray(call.body?.items)) call.body = { ...call.body, items: call.body.items.toReversed() };
    return undefined;
  }),
  requests(
    'keys expire a day later',
    'createAdminApiKey',
    rewrite({ expires_in_seconds: (seconds) => (seconds === 7_776_000 ? seconds + 86_400 : seconds) }),
  ),
  answers(
    'a new lifetime begins with the creation',
    'updateProjectApiKey',
    set({ expires_at: (at: number | null) => (at === null ? null : at - 3600) }),
  ),
  requests(
    'uploaded files expire a day later',
    'createUpload',
    rewrite({
      expires_after: (after) => (after?.seconds === 86_400 ? { ...after, seconds: 172_800 } : after),
    }),
  ),
  requests('an account keeps its default organization', 'updateAccount', (call) => {
    if (String(call.body?.default_organization_id).startsWith('org_')) call.body = {};
    return undefined;
  }),
  requests('nobody becomes an admin', 'updateUser', async (call) => {
    if (call.body?.is_admin !== true) return undefined;
    const answer = await call.send({ body: {} });
    if (answer.status === 200) answer.body.is_admin = true;
    return answer;
  }),
];
