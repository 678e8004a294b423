// Responses from memory, the same for every server that is measured without a database. Such a comparison measures the
// HTTP layer only.

import type { components } from '../../../generated/openapi.ts';
import type { Answers } from './answering.ts';

type Schemas = components['schemas'];

const createdAt = 1_793_491_200;

export function modelList(): Schemas['ModelList'] {
  return {
    object: 'list',
    data: [{ id: 'svc-embedding-384', object: 'model', created: createdAt, owned_by: 'svc' }],
  };
}

export function projectKey(id: string): Schemas['ProjectApiKey'] {
  return {
    id,
    object: 'organization.project.api_key',
    name: 'Key',
    redacted_value: 'svcproj_...abc',
    created_at: createdAt,
    last_used_at: null,
    expires_at: null,
    owner: {
      type: 'user',
      user: { id: 'user_1', email: 'user@example.com', name: 'User', created_at: createdAt, role: 'owner' },
    },
    status: 'active',
    kept_by: null,
    disabled: false,
    previous: null,
    scopes: null,
    models: null,
    allowed_cidrs: null,
    owner_project_access: 'active',
    limits: {
      requests_per_minute: null,
      tokens_per_minute: null,
      tokens_per_day: null,
      tokens_per_month: null,
      spend_per_month: null,
    },
    mcp_tools: {},
  };
}

export function newVectorStore(body: Schemas['CreateVectorStoreRequest']): Schemas['VectorStore'] {
  return {
    id: 'vs_1',
    object: 'vector_store',
    created_at: createdAt,
    project_id: 'proj_1',
    name: body.name ?? '',
    status: 'in_progress',
    file_counts: { cancelled: 0, completed: 0, failed: 0, in_progress: 0, total: 0 },
    bytes: 0,
    usage_bytes: 0,
    expires_after: { anchor: 'last_active_at', days: body.expires_after?.days ?? 36_500 },
    expires_at: createdAt,
    last_active_at: createdAt,
    metadata: body.metadata ?? {},
    chunking_strategy: {
      type: body.chunking_strategy?.type ?? 'auto',
      static: { chunk_overlap_tokens: 400, max_chunk_size_tokens: 800 },
    },
  };
}

/** The responses of the reference servers. */
export const memoryAnswers: Answers = {
  listModels: () => modelList(),
  getProjectApiKey: ({ params }) => projectKey(params.key_id as string),
  createVectorStore: ({ body }) => newVectorStore(body as Schemas['CreateVectorStoreRequest']),
};
