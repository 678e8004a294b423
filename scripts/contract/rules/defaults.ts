// The default values of a new resource's members, which the spec states in its descriptions.

import type { JsonObject } from './resource.ts';

const noLimits = {
  requests_per_minute: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  tokens_per_month: null,
};
const noFiles = { cancelled: 0, completed: 0, failed: 0, in_progress: 0, total: 0 };
const sizes = { chunk_overlap_tokens: 400, max_chunk_size_tokens: 800 };
const newKey = { status: 'active', kept_by: null, expires_at: null, last_used_at: null };

/** By operation. A member that a caller has sent shows what was sent instead. */
export const defaults: Record<string, JsonObject> = {
  createVectorStore: {
    object: 'vector_store',
    name: '',
    status: 'in_progress',
    file_counts: noFiles,
    bytes: 0,
    usage_bytes: 0,
    expires_after: { anchor: 'last_active_at', days: 36_500 },
    metadata: {},
    chunking_strategy: { type: 'auto', static: sizes },
  },
  createProject: {
    object: 'organization.project',
    status: 'active',
    archived_at: null,
    models: [],
    custom_endpoints: [],
    mcp_prefixes: 'all',
    mcp_tools: {},
    limits: { ...noLimits, vector_store_bytes: null, file_bytes: null },
    has_spend_limit: false,
    webhook_url: null,
    webhook_secret: null,
    webhook_signing: 'literal',
    webhook_disabled_at: null,
    spend_threshold_events: false,
    store_responses: true,
  },
  createAdminApiKey: { object: 'organization.admin_api_key', ...newKey },
  createProjectApiKey: {
    object: 'organization.project.api_key',
    ...newKey,
    owner_project_access: 'active',
    limits: { ...noLimits, spend_per_month: null },
  },
  createFile: { object: 'file', status: 'processed', expires_at: null },
  createUpload: { object: 'upload', status: 'pending', file: null },
  createVectorStoreFile: {
    object: 'vector_store.file',
    last_error: null,
    attributes: {},
    chunking_strategy: { type: 'static', static: sizes },
  },
  createVectorStoreFileBatch: { object: 'vector_store.file_batch' },
  createUser: { object: 'user', name: null, is_admin: false, disabled: false, active_keys: 0 },
  updateSpendLimit: {
    object: 'project.spend_limit',
    currency: 'USD',
    interval: 'month',
    enforcement: { status: 'inactive' },
  },
  testWebhook: { object: 'webhook.delivery', origin: 'test', status: 'pending', attempt_count: 0 },
  createInvitationLink: { create_account: true },
};
