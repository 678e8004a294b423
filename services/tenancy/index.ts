// The public interface of this room: other rooms import only this file.

export { type AbsentCaller, absentCallerOf, mayStillCall, presentCaller } from './absent-caller.ts';
export { Access, type Context, revoked, tokenExpired } from './access.ts';
export { actorOf } from './actor.ts';
export { organizationMemberId, organizationOwnerId, projectRoleIds } from './built-in-roles.ts';
export {
  organizationRetention,
  projectRetention,
  setOrganizationRetention,
  setProjectRetention,
} from './data-retention.ts';
export {
  changeDirectoryGroup,
  createDirectoryGroup,
  deleteDirectoryGroup,
  type GroupChanges,
  type MemberChange,
} from './directory-groups.ts';
export { type Grants, grantsOfMember, noGrants, ownerGrants } from './grants.ts';
export {
  addGroupUser,
  createGroup,
  deleteGroup,
  getGroupUser,
  listGroups,
  listGroupUsers,
  removeGroupUser,
  updateGroup,
  useOfGroup,
} from './groups.ts';
export { type Finish, Idempotency, keptSeconds, type RepeatableCall } from './idempotency.ts';
export {
  auditKeys,
  createAdminApiKey,
  deleteAdminApiKey,
  endKeys,
  getAdminApiKey,
  listAdminApiKeys,
  rotateAdminApiKey,
  updateAdminApiKey,
} from './keys.ts';
export { type LastUsed, recordUsesOfKeys } from './last-used.ts';
export { deleteModelPermissions, getModelPermissions, setModelPermissions } from './model-permissions.ts';
export {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
  updateSettings,
} from './organizations.ts';
export {
  allPermissions,
  noPermissions,
  organizationRoles,
  type Permissions,
  projectRoles,
} from './permissions.ts';
export {
  type BrowserSessionPrincipal,
  isKey,
  isOwner,
  type OrganizationKeyPrincipal,
  type Principal,
  type ProjectKeyPrincipal,
  permissionsAnywhere,
  permissionsIn,
  projectsWith,
  type RefreshPrincipal,
  type UserPrincipal,
  type WorkerPrincipal,
} from './principals.ts';
export {
  type CreatedProjectKey,
  createProjectApiKey,
  deleteProjectApiKey,
  getProjectApiKey,
  listProjectApiKeys,
  rotateProjectApiKey,
  updateProjectApiKey,
} from './project-keys.ts';
export {
  countsUse,
  isAllowedEndpoint,
  isAllowedMcpPrefix,
  isAllowedModel,
  type Limits,
  limitsIn,
  limitsOf,
  limitsOfKey,
  type McpTools,
  type ModelLimit,
  mcpToolsOf,
  modelLimitsIn,
  modelRefuser,
  projectFor,
  restrictsModels,
} from './project-rules.ts';
export {
  archiveProject,
  checkActive,
  createProject,
  listProjects,
  lockProject,
  updateProject,
} from './projects.ts';
export {
  type Changer,
  checkMayChange,
  checkMayGrant,
  checkMayUseGroup,
  grantsOfPerson,
  type Place,
  withoutScopes,
} from './rank.ts';
export {
  countedRole,
  createRole,
  deleteRole,
  getRole,
  listRoles,
  lockOrganization,
  pageIn,
  type Role,
  resourceOf,
  roleResource,
  rolesOf,
  updateRole,
} from './roles.ts';
export {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  listServiceAccounts,
  updateServiceAccount,
} from './service-accounts.ts';
export { credentialKind, digestOf, mint, mintFrom } from './tokens.ts';
