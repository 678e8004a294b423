// The table of the CLI's resources. Each entry is a noun with its verbs. Flags, arguments, help and output format come
// from the published document.

import type { Command } from 'commander';
import type { OperationId } from '../../handlers/handler.ts';
import { checkCommand, provenanceCommand, schemaCommand, setCommand, upstreamsCommand } from './config-commands.ts';
import { addCommand, contentCommand, uploadCommand } from './file-commands.ts';
import type { FlagNames } from './flags.ts';
import { listenCommand } from './listen-command.ts';
import { type Preparation, prepareProject, prepareVectorStore } from './prepare.ts';
import { searchCommand } from './search-command.ts';
import { secretCommand } from './webhook-commands.ts';

export interface Resource {
  noun: string;
  about: string;
  /**
   * The path parameter with the resource's own id, if a flag has the same name. In other commands, `--project` selects
   * a project.
   */
  id?: string;
  /** The noun for the rows of a list, if it differs. */
  rows?: string;
  /** The columns of a list, as dotted paths. */
  columns: string[];
  /** The operation of each verb. If a verb has several, the first one with a complete path is called. */
  verbs: Record<string, OperationId | OperationId[]>;
  /** A flag that makes a verb call another operation with the same body. */
  instead?: { verb: string; flag: string; about: string; operation: OperationId };
  /** The member of a response that contains the resource, if the response wraps it. */
  wrapper?: string;
  flagNames?: FlagNames;
  /** The meaning of empty lists, by member. */
  emptyMeans?: Record<string, string>;
  /** Completes a body before it is sent. */
  prepare?: Preparation;
  /** The member that the server shows only once, and its description. */
  shownOnce?: [member: string, what: string];
  /** Verbs that need more than one request. */
  commands?: () => Command[];
}

export const resources: Resource[] = [
  {
    noun: 'organization',
    about: 'Organizations of the server, for admins.',
    id: 'organization_id',
    columns: ['id', 'name', 'owner_id', 'created_at'],
    verbs: {
      list: 'listOrganizations',
      create: 'createOrganization',
      get: 'getOrganization',
      update: 'updateOrganization',
      delete: 'deleteOrganization',
    },
    wrapper: 'organization',
  },
  {
    noun: 'project',
    about: 'Projects of an organization, with their models, endpoints, limits and webhook.',
    id: 'project_id',
    columns: ['id', 'name', 'status', 'models', 'custom_endpoints', 'webhook_url', 'created_at'],
    verbs: {
      list: 'listProjects',
      create: 'createProject',
      get: 'getProject',
      update: 'updateProject',
      archive: 'archiveProject',
    },
    flagNames: { limits: 'limit' },
    emptyMeans: { models: 'all' },
    prepare: prepareProject,
    shownOnce: ['webhook_secret', 'webhook secret'],
  },
  {
    noun: 'spend-limit',
    about: 'The monthly spend limit of a project.',
    columns: ['threshold_amount', 'currency', 'interval', 'enforcement.status'],
    verbs: { get: 'getSpendLimit', update: 'updateSpendLimit', delete: 'deleteSpendLimit' },
  },
  {
    noun: 'api-key',
    about: 'Keys of an organization; with --project, keys of that project.',
    columns: ['id', 'name', 'redacted_value', 'status', 'created_at', 'last_used_at', 'expires_at'],
    verbs: {
      list: ['listProjectApiKeys', 'listAdminApiKeys'],
      create: ['createProjectApiKey', 'createAdminApiKey'],
      get: ['getProjectApiKey', 'getAdminApiKey'],
      update: ['updateProjectApiKey', 'updateAdminApiKey'],
      delete: ['deleteProjectApiKey', 'deleteAdminApiKey'],
    },
    flagNames: { limits: 'limit' },
    shownOnce: ['value', 'key'],
  },
  {
    noun: 'member',
    about: 'Members of an organization.',
    columns: ['id', 'email', 'name', 'role', 'active_keys', 'added_at'],
    verbs: { list: 'listMembers', get: 'getMember', update: 'updateMember', delete: 'deleteMember' },
  },
  {
    noun: 'invitation',
    about: 'Invitations to an organization, by mail or by a link that you pass on.',
    columns: ['id', 'invited_email', 'create_account', 'used', 'expiration_time'],
    verbs: { list: 'listInvitations', create: 'createInvitation', delete: 'deleteInvitation' },
    instead: {
      verb: 'create',
      flag: '--link',
      about: 'returns the link instead of mailing it, so that you can pass it on',
      operation: 'createInvitationLink',
    },
    shownOnce: ['url', 'link'],
  },
  {
    noun: 'vector-store',
    about: 'Searchable collections of file chunks, per project.',
    columns: ['id', 'name', 'status', 'file_counts.total', 'usage_bytes', 'created_at'],
    verbs: {
      list: 'listVectorStores',
      create: 'createVectorStore',
      get: 'getVectorStore',
      update: 'modifyVectorStore',
      delete: 'deleteVectorStore',
    },
    flagNames: { chunking_strategy: 'chunking', 'chunking_strategy.static': '' },
    prepare: prepareVectorStore,
    commands: () => [addCommand(), searchCommand()],
  },
  {
    noun: 'vector-store-file',
    about: 'Files in a vector store.',
    columns: ['id', 'status', 'usage_bytes', 'last_error.message', 'created_at'],
    verbs: {
      list: 'listVectorStoreFiles',
      get: 'getVectorStoreFile',
      update: 'updateVectorStoreFileAttributes',
      delete: 'deleteVectorStoreFile',
    },
  },
  {
    noun: 'file-batch',
    about: 'Files that were attached to a vector store together.',
    columns: [],
    verbs: { get: 'getVectorStoreFileBatch', cancel: 'cancelVectorStoreFileBatch' },
  },
  {
    noun: 'file',
    about: 'Files of a project.',
    columns: ['id', 'filename', 'bytes', 'purpose', 'created_at', 'expires_at'],
    verbs: { list: 'listFiles', get: 'retrieveFile', delete: 'deleteFile' },
    commands: () => [uploadCommand(), contentCommand()],
  },
  {
    noun: 'webhook',
    about: 'Webhook deliveries of a project: list and resend them, send a test event, and listen for events.',
    rows: 'deliveries',
    columns: ['id', 'event_type', 'origin', 'status', 'attempt_count', 'last_error', 'created_at'],
    verbs: {
      list: 'listWebhookDeliveries',
      get: 'getWebhookDelivery',
      resend: 'resendWebhookDelivery',
      test: 'testWebhook',
    },
    instead: {
      verb: 'test',
      flag: '--local',
      about: 'creates an event for "svc webhook listen" only, which needs no webhook',
      operation: 'createWebhookEvent',
    },
    commands: () => [listenCommand(), secretCommand()],
  },
  {
    noun: 'model',
    about: 'Models that a project may use.',
    columns: ['id', 'owned_by', 'created'],
    verbs: { list: 'listModels', get: 'retrieveModel' },
  },
  {
    noun: 'worker',
    about: 'Without a command: runs background work only. With a command: manages fine-tuning workers.',
    columns: ['id', 'name', 'status', 'models', 'last_seen_at'],
    verbs: { list: 'listFineTuningWorkers', announce: 'announceFineTuningWorker' },
  },
  {
    noun: 'user',
    about: 'All users of the server, for admins.',
    columns: ['id', 'email', 'name', 'is_admin', 'disabled', 'created_at'],
    verbs: {
      list: 'listUsers',
      create: 'createUser',
      get: 'getUser',
      update: 'updateUser',
      'password-link': 'createPasswordLink',
    },
  },
  {
    noun: 'config',
    about: 'The configuration of the server, for admins. Secrets are masked and can be revealed one at a time.',
    columns: [],
    verbs: { get: 'getAdminConfig', reveal: 'revealAdminConfig' },
    commands: () => [setCommand(), provenanceCommand(), upstreamsCommand(), schemaCommand(), checkCommand()],
  },
  {
    noun: 'account',
    about: 'Your account.',
    columns: [],
    verbs: { get: 'getAccount', update: 'updateAccount' },
  },
];
