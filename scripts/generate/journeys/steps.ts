// Four journeys through the API, as data: the Arazzo document, the Postman and Bruno collections and the .http file are
// made from them. `{{name}}` is a variable: an input, or what an earlier step of the journey has saved.

import type { Json } from '../../document/index.ts';

export interface Step {
  /** In camel case, and different from those of the other steps of the journey. */
  id: string;
  operationId: string;
  /** The title of the step in the collections. */
  title: string;
  /** The variable with the credential. */
  token: string;
  /** The parameters of the path. */
  path?: Record<string, string>;
  body?: { [name: string]: Json };
  /** The parts of the form. A value that starts with `@` is the name of a file. */
  form?: Record<string, string>;
  /** Without one, 200. */
  status?: number;
  /** Variable → JSON pointer into the answer. */
  saves?: Record<string, string>;
  /** JSON pointer into the answer → value. */
  expects?: Record<string, string | number>;
  /** True if the step is repeated until the answer is as expected. */
  waits?: true;
}

export interface Journey {
  id: string;
  title: string;
  /** The variables that the caller gives. */
  inputs: Record<string, string>;
  steps: Step[];
}

type Rest = Omit<Step, 'id' | 'operationId' | 'title' | 'token'>;

/** Returns a step with the organization's key. */
function byOrganization(id: string, operationId: string, title: string, rest: Rest = {}): Step {
  return { id, operationId, title, token: 'organization_key', ...rest };
}

/** Returns a step with the project's key. */
function byProject(id: string, operationId: string, title: string, rest: Rest = {}): Step {
  return { id, operationId, title, token: 'project_key', ...rest };
}

const ofProject = { project_id: '{{project_id}}' };
const ofStore = { vector_store_id: '{{vector_store_id}}' };
const organizationKey = { organization_key: 'An organization key.' };

/** The file that the journeys upload. */
export const file = { name: 'keys.md', text: '# Keys\n\nThe key to the engine room hangs behind the clock.\n' };

function createProject(body: { [name: string]: Json } = {}): Step[] {
  return [
    byOrganization('createProject', 'createProject', 'Create a project', {
      body: { name: 'Journey', ...body },
      saves: { project_id: '/id' },
    }),
    byOrganization('createKey', 'createProjectApiKey', 'Create a key of the project', {
      path: ofProject,
      body: { name: 'Journey' },
      saves: { project_key: '/value', key_id: '/id' },
    }),
  ];
}

const uploadAndCreateStore: Step[] = [
  byProject('uploadFile', 'createFile', 'Upload a file', {
    form: { purpose: 'assistants', file: `@${file.name}` },
    saves: { file_id: '/id' },
  }),
  byProject('createStore', 'createVectorStore', 'Create a vector store', {
    body: { name: 'Handbook' },
    saves: { vector_store_id: '/id' },
  }),
];

const archive: Step = byOrganization('archiveProject', 'archiveProject', 'Archive the project', {
  path: ofProject,
  expects: { '/status': 'archived' },
});

export const journeys: Journey[] = [
  {
    id: 'firstSearch',
    title: 'First search',
    inputs: organizationKey,
    steps: [
      ...createProject(),
      ...uploadAndCreateStore,
      byProject('addFile', 'createVectorStoreFile', 'Add the file to the vector store', {
        path: ofStore,
        body: { file_id: '{{file_id}}' },
      }),
      byProject('waitForFile', 'getVectorStoreFile', 'Wait until the file is indexed', {
        path: { vector_store_id: '{{vector_store_id}}', file_id: '{{file_id}}' },
        expects: { '/status': 'completed' },
        waits: true,
      }),
      byProject('search', 'searchVectorStore', 'Search', {
        path: ofStore,
        body: { query: 'Where is the key to the engine room?' },
        expects: { '/data/0/filename': file.name },
      }),
      archive,
    ],
  },
  {
    id: 'rotateKey',
    title: 'Rotate a key',
    inputs: organizationKey,
    steps: [
      ...createProject(),
      byOrganization('createNewKey', 'createProjectApiKey', 'Create the new key', {
        path: ofProject,
        body: { name: 'Journey, next' },
        saves: { new_project_key: '/value' },
      }),
      {
        ...byProject('useNewKey', 'listVectorStores', 'Use the new key'),
        token: 'new_project_key',
        expects: { '/object': 'list' },
      },
      byOrganization('deleteOldKey', 'deleteProjectApiKey', 'Delete the old key', {
        path: { project_id: '{{project_id}}', key_id: '{{key_id}}' },
      }),
      byProject('useOldKey', 'listVectorStores', 'See that the old key is refused', {
        status: 401,
        expects: { '/error/code': 'invalid_api_key' },
        waits: true,
      }),
      archive,
    ],
  },
  {
    id: 'batchWithWebhook',
    title: 'Batch with webhook',
    inputs: { ...organizationKey, webhook_url: 'An address that takes events and that the server may call.' },
    steps: [
      ...createProject({ webhook_url: '{{webhook_url}}' }),
      ...uploadAndCreateStore,
      byProject('createBatch', 'createVectorStoreFileBatch', 'Add files as a batch', {
        path: ofStore,
        body: { file_ids: ['{{file_id}}'] },
        saves: { batch_id: '/id' },
      }),
      byProject('waitForBatch', 'getVectorStoreFileBatch', 'Wait until the batch is completed', {
        path: { vector_store_id: '{{vector_store_id}}', batch_id: '{{batch_id}}' },
        expects: { '/status': 'completed' },
        waits: true,
      }),
      byOrganization('waitForEvent', 'listWebhookDeliveries', 'Wait until the event is delivered', {
        path: ofProject,
        expects: { '/data/0/status': 'succeeded', '/data/0/event_type': 'vector_store.file_batch.completed' },
        waits: true,
      }),
      archive,
    ],
  },
  {
    id: 'spendLimit',
    title: 'Spend limit',
    inputs: organizationKey,
    steps: [
      ...createProject(),
      byOrganization('setLimit', 'updateSpendLimit', 'Set a limit of 5 dollars a month', {
        path: ofProject,
        body: { threshold_amount: 500, currency: 'USD', interval: 'month' },
        expects: { '/threshold_amount': 500 },
      }),
      byOrganization('readLimit', 'getSpendLimit', 'See that the limit is not reached', {
        path: ofProject,
        expects: { '/threshold_amount': 500, '/enforcement/status': 'inactive' },
      }),
      byOrganization('removeLimit', 'deleteSpendLimit', 'Remove the limit', { path: ofProject }),
      byOrganization('readNoLimit', 'getSpendLimit', 'See that there is no limit', {
        path: ofProject,
        status: 404,
        expects: { '/error/code': 'not_found' },
      }),
      archive,
    ],
  },
];
