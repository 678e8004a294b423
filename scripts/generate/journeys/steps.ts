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
  /** The JSON body. */
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

const organizationKey = { organization_key: 'An organization key.' };

/** The file that the journeys upload. */
export const file = { name: 'keys.md', text: '# Keys\n\nThe key to the engine room hangs behind the clock.\n' };

function createProject(body: { [name: string]: Json } = {}): Step[] {
  return [
    {
      id: 'createProject',
      operationId: 'createProject',
      title: 'Create a project',
      token: 'organization_key',
      body: { name: 'Journey', ...body },
      saves: { project_id: '/id' },
    },
    {
      id: 'createKey',
      operationId: 'createProjectApiKey',
      title: 'Create a key of the project',
      token: 'organization_key',
      path: { project_id: '{{project_id}}' },
      body: { name: 'Journey' },
      saves: { project_key: '/value', key_id: '/id' },
    },
  ];
}

const uploadAndCreateStore: Step[] = [
  {
    id: 'uploadFile',
    operationId: 'createFile',
    title: 'Upload a file',
    token: 'project_key',
    form: { purpose: 'assistants', file: `@${file.name}` },
    saves: { file_id: '/id' },
  },
  {
    id: 'createStore',
    operationId: 'createVectorStore',
    title: 'Create a vector store',
    token: 'project_key',
    body: { name: 'Handbook' },
    saves: { vector_store_id: '/id' },
  },
];

const archive: Step = {
  id: 'archiveProject',
  operationId: 'archiveProject',
  title: 'Archive the project',
  token: 'organization_key',
  path: { project_id: '{{project_id}}' },
  expects: { '/status': 'archived' },
};

export const journeys: Journey[] = [
  {
    id: 'firstSearch',
    title: 'First search',
    inputs: organizationKey,
    steps: [
      ...createProject(),
      ...uploadAndCreateStore,
      {
        id: 'addFile',
        operationId: 'createVectorStoreFile',
        title: 'Add the file to the vector store',
        token: 'project_key',
        path: { vector_store_id: '{{vector_store_id}}' },
        body: { file_id: '{{file_id}}' },
      },
      {
        id: 'waitForFile',
        operationId: 'getVectorStoreFile',
        title: 'Wait until the file is indexed',
        token: 'project_key',
        path: { vector_store_id: '{{vector_store_id}}', file_id: '{{file_id}}' },
        expects: { '/status': 'completed' },
        waits: true,
      },
      {
        id: 'search',
        operationId: 'searchVectorStore',
        title: 'Search',
        token: 'project_key',
        path: { vector_store_id: '{{vector_store_id}}' },
        body: { query: 'Where is the key to the engine room?' },
        expects: { '/data/0/filename': file.name },
      },
      archive,
    ],
  },
  {
    id: 'rotateKey',
    title: 'Rotate a key',
    inputs: organizationKey,
    steps: [
      ...createProject(),
      {
        id: 'createNewKey',
        operationId: 'createProjectApiKey',
        title: 'Create the new key',
        token: 'organization_key',
        path: { project_id: '{{project_id}}' },
        body: { name: 'Journey, next' },
        saves: { new_project_key: '/value' },
      },
      {
        id: 'useNewKey',
        operationId: 'listVectorStores',
        title: 'Use the new key',
        token: 'new_project_key',
        expects: { '/object': 'list' },
      },
      {
        id: 'deleteOldKey',
        operationId: 'deleteProjectApiKey',
        title: 'Delete the old key',
        token: 'organization_key',
        path: { project_id: '{{project_id}}', key_id: '{{key_id}}' },
      },
      {
        id: 'useOldKey',
        operationId: 'listVectorStores',
        title: 'See that the old key is refused',
        token: 'project_key',
        status: 401,
        expects: { '/error/code': 'invalid_api_key' },
        waits: true,
      },
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
      {
        id: 'createBatch',
        operationId: 'createVectorStoreFileBatch',
        title: 'Add files as a batch',
        token: 'project_key',
        path: { vector_store_id: '{{vector_store_id}}' },
        body: { file_ids: ['{{file_id}}'] },
        saves: { batch_id: '/id' },
      },
      {
        id: 'waitForBatch',
        operationId: 'getVectorStoreFileBatch',
        title: 'Wait until the batch is completed',
        token: 'project_key',
        path: { vector_store_id: '{{vector_store_id}}', batch_id: '{{batch_id}}' },
        expects: { '/status': 'completed' },
        waits: true,
      },
      {
        id: 'waitForEvent',
        operationId: 'listWebhookDeliveries',
        title: 'Wait until the event is delivered',
        token: 'organization_key',
        path: { project_id: '{{project_id}}' },
        expects: { '/data/0/status': 'succeeded', '/data/0/event_type': 'vector_store.file_batch.completed' },
        waits: true,
      },
      archive,
    ],
  },
  {
    id: 'spendLimit',
    title: 'Spend limit',
    inputs: organizationKey,
    steps: [
      ...createProject(),
      {
        id: 'setLimit',
        operationId: 'updateSpendLimit',
        title: 'Set a limit of 5 dollars a month',
        token: 'organization_key',
        path: { project_id: '{{project_id}}' },
        body: { threshold_amount: 500, currency: 'USD', interval: 'month' },
        expects: { '/threshold_amount': 500 },
      },
      {
        id: 'readLimit',
        operationId: 'getSpendLimit',
        title: 'See that the limit is not reached',
        token: 'organization_key',
        path: { project_id: '{{project_id}}' },
        expects: { '/threshold_amount': 500, '/enforcement/status': 'inactive' },
      },
      {
        id: 'removeLimit',
        operationId: 'deleteSpendLimit',
        title: 'Remove the limit',
        token: 'organization_key',
        path: { project_id: '{{project_id}}' },
      },
      {
        id: 'readNoLimit',
        operationId: 'getSpendLimit',
        title: 'See that there is no limit',
        token: 'organization_key',
        path: { project_id: '{{project_id}}' },
        status: 404,
        expects: { '/error/code': 'not_found' },
      },
      archive,
    ],
  },
];
