// The table of the CLI's resources. Each entry is a noun with its verbs. Flags, arguments, help and output format come
// from the published document.

import type { Command } from 'commander';
import type { OperationId } from '../../handlers/handler.ts';
import {
  checkCommand,
  getCommand,
  provenanceCommand,
  schemaCommand,
  setCommand,
  upstreamsCommand,
} from './config-commands.ts';
import { addCommand, contentCommand, uploadCommand } from './file-commands.ts';
import type { FlagNames } from './flags.ts';
import { listenCommand } from './listen-command.ts';
import { type Preparation, prepareProject, prepareRights, prepareVectorStore } from './prepare.ts';
import { rereadCommand } from './reread-command.ts';
import { searchCommand } from './search-command.ts';
import {
  addUpstreamCommand,
  removeUpstreamCommand,
  testUpstreamCommand,
  updateUpstreamCommand,
} from './upstream-commands.ts';
import { secretCommand } from './webhook-commands.ts';

export interface Resource {
  noun: string;
  /** The heading in the help of `svc`. */
  group:
    | 'Get started'
    | 'Organizations and people'
    | 'Projects, files and models'
    | 'Usage and events'
    | 'Run a server';
  /** The line in the help of `svc`. */
  summary: string;
  about: string;
  /**
   * The path parameter with the resource's own id, if a flag has the same name. In other commands, `--project` selects
   * a project.
   */
  id?: string;
  /** The plural for the rows of a list, if it is not the noun with an s. */
  rows?: string;
  /** How to get the first row of a list, as a sentence. */
  first?: string;
  /** The columns of a list, as dotted paths. */
  columns: string[];
  /** The operation of each verb. If a verb has several, the first one with a complete path is called. */
  verbs: Record<string, OperationId | OperationId[]>;
  /** A flag that makes a verb call another operation with the same body. */
  instead?: { verb: string; flag: string; about: string; operation: OperationId };
  /** The member of a response that contains the resource, if the response wraps it. */
  wrapper?: string;
  flagNames?: FlagNames;
  /** The members that restrict a project. Without a restriction they are empty, or a word for all. */
  restrictions?: string[];
  /** The meaning of empty lists and objects, by member. */
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
    group: 'Organizations and people',
    summary: 'Manage organizations, as an admin',
    about: 'Manages the organizations of the server. Only admins may use it.',
    id: 'organization_id',
    first: 'Create one with "svc organization create --name NAME".',
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
    group: 'Projects, files and models',
    summary: 'Manage projects, their limits and webhook',
    about: 'Manages the projects of an organization: models, endpoints, limits and webhook.',
    id: 'project_id',
    first: 'Create one with "svc project create --name NAME".',
    columns: ['id', 'name', 'status', 'models', 'created_at'],
    verbs: {
      list: 'listProjects',
      create: 'createProject',
      get: 'getProject',
      update: 'updateProject',
      archive: 'archiveProject',
    },
    flagNames: { limits: 'limit', mcp_tools: 'mcp-tool' },
    restrictions: ['models', 'custom_endpoints', 'mcp_prefixes'],
    emptyMeans: { models: 'all', mcp_tools: 'all' },
    prepare: prepareProject,
    shownOnce: ['webhook_secret', 'webhook secret'],
  },
  {
    noun: 'spend-limit',
    group: 'Usage and events',
    summary: 'Limit the monthly costs of a project',
    about: 'Manages the monthly spend limit of a project.',
    columns: ['threshold_amount', 'currency', 'interval', 'enforcement.status'],
    flagNames: { threshold_amount: 'usd' },
    verbs: { get: 'getSpendLimit', update: 'updateSpendLimit', delete: 'deleteSpendLimit' },
  },
  {
    noun: 'api-key',
    group: 'Organizations and people',
    summary: 'Manage keys of an organization or a project',
    about: 'Manages the keys of an organization, or with --project those of a project.',
    rows: 'keys',
    first: 'Create one with "svc api-key create --name NAME"; add --project PROJECT_ID for a key of a project.',
    columns: ['id', 'name', 'redacted_value', 'status', 'created_at', 'last_used_at', 'expires_at'],
    verbs: {
      list: ['listProjectApiKeys', 'listAdminApiKeys'],
      create: ['createProjectApiKey', 'createAdminApiKey'],
      get: ['getProjectApiKey', 'getAdminApiKey'],
      update: ['updateProjectApiKey', 'updateAdminApiKey'],
      rotate: ['rotateProjectApiKey', 'rotateAdminApiKey'],
      delete: ['deleteProjectApiKey', 'deleteAdminApiKey'],
    },
    flagNames: { limits: 'limit', 'limits.spend_per_month': 'limit-usd-per-month', mcp_tools: 'mcp-tool' },
    emptyMeans: { mcp_tools: 'all' },
    shownOnce: ['value', 'key'],
  },
  {
    noun: 'member',
    group: 'Organizations and people',
    summary: 'Manage the members of an organization',
    about: 'Manages the members of an organization.',
    first: 'Invite people with "svc invitation create --email ADDRESS".',
    columns: ['id', 'email', 'email_verified', 'name', 'role', 'active_keys', 'added_at'],
    prepare: prepareRights,
    verbs: { list: 'listMembers', get: 'getMember', update: 'updateMember', delete: 'deleteMember' },
  },
  {
    noun: 'invitation',
    group: 'Organizations and people',
    summary: 'Invite people, by mail or by a link',
    about: 'Invites people to an organization, by mail or by a link that you pass on.',
    first: 'Invite people with "svc invitation create --email ADDRESS", or add --link to get a link.',
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
    group: 'Projects, files and models',
    summary: 'Manage vector stores, add files and search',
    about: 'Manages vector stores: searchable collections of file chunks of a project.',
    rows: 'vector stores',
    first: 'Create one with "svc vector-store create --name NAME".',
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
    commands: () => [addCommand(), searchCommand(), rereadCommand()],
  },
  {
    noun: 'vector-store-file',
    group: 'Projects, files and models',
    summary: 'Manage the files of a vector store',
    about: 'Manages the files of a vector store.',
    rows: 'files in this vector store',
    first: 'Add one with "svc vector-store add VECTOR_STORE_ID PATH".',
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
    group: 'Projects, files and models',
    summary: 'Follow files that were added together',
    about: 'Follows and cancels files that were added to a vector store together.',
    columns: [],
    verbs: { get: 'getVectorStoreFileBatch', cancel: 'cancelVectorStoreFileBatch' },
  },
  {
    noun: 'file',
    group: 'Projects, files and models',
    summary: 'Upload, download and delete files',
    about: 'Uploads, downloads and deletes the files of a project.',
    first: 'Upload one with "svc file upload PATH".',
    columns: ['id', 'filename', 'bytes', 'purpose', 'created_at', 'expires_at'],
    verbs: { list: 'listFiles', get: 'retrieveFile', delete: 'deleteFile' },
    commands: () => [uploadCommand(), contentCommand()],
  },
  {
    noun: 'webhook',
    group: 'Usage and events',
    summary: 'List and resend deliveries, test and listen',
    about: 'Lists and resends the webhook deliveries of a project, sends a test event, and listens for events.',
    rows: 'deliveries',
    first: 'Send a test event with "svc webhook test".',
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
    group: 'Projects, files and models',
    summary: 'List the models that a project may use',
    about: 'Lists the models that a project may use.',
    first: 'An admin adds models with "svc upstream add NAME --url URL --api-key KEY".',
    columns: ['id', 'owned_by', 'created'],
    verbs: { list: 'listModels', get: 'retrieveModel' },
  },
  {
    noun: 'worker',
    group: 'Run a server',
    summary: 'Run a worker, or manage fine-tuning workers',
    about:
      'Without a command, runs background work until SIGTERM or SIGINT. With a command, manages fine-tuning workers.',
    rows: 'fine-tuning workers',
    first: 'Announce one with "svc worker announce --name NAME --models MODEL".',
    columns: ['id', 'name', 'status', 'models', 'last_seen_at'],
    verbs: { list: 'listFineTuningWorkers', announce: 'announceFineTuningWorker' },
  },
  {
    noun: 'user',
    group: 'Organizations and people',
    summary: 'Manage the users of the server, as an admin',
    about: 'Manages the users of the server. Only admins may use it.',
    first: 'Create one with "svc user create --email ADDRESS".',
    columns: ['id', 'email', 'email_verified', 'name', 'is_admin', 'disabled', 'created_at'],
    prepare: prepareRights,
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
    group: 'Run a server',
    summary: 'Show and change the configuration, as an admin',
    about:
      'Shows and changes the configuration of the server. Only admins may use it. Secrets are masked, and can be revealed one at a time.',
    columns: [],
    verbs: { reveal: 'revealAdminConfig' },
    commands: () => [
      getCommand(),
      setCommand(),
      provenanceCommand(),
      upstreamsCommand('upstreams'),
      schemaCommand(),
      checkCommand(),
    ],
  },
  {
    noun: 'upstream',
    group: 'Get started',
    summary: 'Connect the servers that run models, as an admin',
    about: 'Connects the servers that run models. Only admins may use it.',
    columns: [],
    verbs: {},
    commands: () => [
      upstreamsCommand('list'),
      addUpstreamCommand(),
      testUpstreamCommand(),
      updateUpstreamCommand(),
      removeUpstreamCommand(),
    ],
  },
  {
    noun: 'account',
    group: 'Get started',
    summary: 'Show and change your account',
    about: 'Shows and changes your account.',
    columns: [],
    verbs: { get: 'getAccount', update: 'updateAccount' },
  },
];
