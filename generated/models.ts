// Made by `npm run generate` from the files of models/. Never edited by hand.

import { AdminApiKey } from '../models/admin-api-key.ts';
import { ArrivingFile } from '../models/arriving-file.ts';
import { AuditEntry, AuditChain } from '../models/audit-entry.ts';
import { Chunk, ChunkVector } from '../models/chunk.ts';
import { ChunkSet } from '../models/chunk-set.ts';
import { Collection, CollectionFile } from '../models/collection.ts';
import { Conversation } from '../models/conversation.ts';
import { DirectoryUser } from '../models/directory-user.ts';
import { FileBatch } from '../models/file-batch.ts';
import { FineTuningWorker } from '../models/fine-tuning-worker.ts';
import { GroupMember } from '../models/group-member.ts';
import { IdempotencyKey } from '../models/idempotency-key.ts';
import { Identity, GroupRole } from '../models/identity.ts';
import { Installation } from '../models/installation.ts';
import { Invitation } from '../models/invitation.ts';
import { Job } from '../models/job.ts';
import { LatencyCount } from '../models/latency-count.ts';
import { LimitCount } from '../models/limit-count.ts';
import { LimitLease } from '../models/limit-lease.ts';
import { Login, LoginToken, SessionSuccessor } from '../models/login.ts';
import { McpSession } from '../models/mcp-session.ts';
import { Membership } from '../models/membership.ts';
import { ModelResponse } from '../models/model-response.ts';
import { Organization } from '../models/organization.ts';
import { OwnRole } from '../models/own-role.ts';
import { PasswordReset } from '../models/password-reset.ts';
import { PendingSignIn } from '../models/pending-sign-in.ts';
import { Project } from '../models/project.ts';
import { ProjectApiKey } from '../models/project-api-key.ts';
import { ProjectStorage } from '../models/project-storage.ts';
import { ProviderGrant } from '../models/provider-grant.ts';
import { ProviderLogin } from '../models/provider-login.ts';
import { ResponseItem } from '../models/response-item.ts';
import { RoleAssignment } from '../models/role-assignment.ts';
import { SecretsKey } from '../models/secrets-key.ts';
import { ServiceAccount } from '../models/service-account.ts';
import { SetupToken } from '../models/setup-token.ts';
import { SpendAlert } from '../models/spend-alert.ts';
import { SpendNotice } from '../models/spend-notice.ts';
import { StoredFile } from '../models/stored-file.ts';
import { StoredResponse } from '../models/stored-response.ts';
import { StoredSetting } from '../models/stored-setting.ts';
import { Throttle, KnownAddress } from '../models/throttle.ts';
import { Upload, UploadPart } from '../models/upload.ts';
import { UsageRollup } from '../models/usage-rollup.ts';
import { UsageWriter } from '../models/usage-writer.ts';
import { User } from '../models/user.ts';
import { UserGroup } from '../models/user-group.ts';
import { VectorStore } from '../models/vector-store.ts';
import { VectorStoreFile } from '../models/vector-store-file.ts';
import { WebhookAttempt } from '../models/webhook-attempt.ts';
import { WebhookDelivery } from '../models/webhook-delivery.ts';
import { WebhookEndpoint } from '../models/webhook-endpoint.ts';
import { WebhookEvent } from '../models/webhook-event.ts';
import { WebhookPosition } from '../models/webhook-position.ts';

/** The model of each table. */
export const models = [
  AdminApiKey,
  ArrivingFile,
  AuditEntry,
  AuditChain,
  Chunk,
  ChunkVector,
  ChunkSet,
  Collection,
  CollectionFile,
  Conversation,
  DirectoryUser,
  FileBatch,
  FineTuningWorker,
  GroupMember,
  IdempotencyKey,
  Identity,
  GroupRole,
  Installation,
  Invitation,
  Job,
  LatencyCount,
  LimitCount,
  LimitLease,
  Login,
  LoginToken,
  SessionSuccessor,
  McpSession,
  Membership,
  ModelResponse,
  Organization,
  OwnRole,
  PasswordReset,
  PendingSignIn,
  Project,
  ProjectApiKey,
  ProjectStorage,
  ProviderGrant,
  ProviderLogin,
  ResponseItem,
  RoleAssignment,
  SecretsKey,
  ServiceAccount,
  SetupToken,
  SpendAlert,
  SpendNotice,
  StoredFile,
  StoredResponse,
  StoredSetting,
  Throttle,
  KnownAddress,
  Upload,
  UploadPart,
  UsageRollup,
  UsageWriter,
  User,
  UserGroup,
  VectorStore,
  VectorStoreFile,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
  WebhookPosition,
];
