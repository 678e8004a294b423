// The public interface of this room: other rooms import only this file.

export { refreshBrowserSession, sessionCookie, sessionToken } from './browser-sessions.ts';
export {
  beginDeviceSignIn,
  decideDeviceSignIn,
  getDeviceSignIn,
  takeDeviceTokens,
} from './device-sign-ins.ts';
export {
  acceptInvitation,
  createInvitation,
  createInvitationLink,
  deleteInvitation,
  deleteInvite,
  getInvitation,
  listInvitations,
  registerAccount,
  validateInvitation,
} from './invitations.ts';
export { endLogin, endPasswordLogins, refreshLogin, signIn, sweepLogins } from './logins.ts';
export { deleteMember, getMember, listMembers } from './members.ts';
export {
  confirmPasswordReset,
  createPasswordLink,
  createPasswordReset,
  createResetLink,
  createUserWithLink,
  registerPasswordResets,
  validatePasswordReset,
} from './password-resets.ts';
export { hashPassword, setPasswordCost, warmUpPasswords } from './passwords.ts';
export {
  addProjectGroup,
  addProjectUser,
  getProjectGroup,
  getProjectUser,
  listProjectGroups,
  listProjectUsers,
  type ProjectGroup,
  type ProjectUser,
  removeFromProject,
  updateProjectUser,
} from './project-users.ts';
export {
  type AssignedRole,
  assignRole,
  getAssignedRole,
  listAssignedRoles,
  type Principal,
  removeRole,
  updateMember,
} from './role-assignments.ts';
export {
  createScimUser,
  type DirectoryGroup,
  deleteScimUser,
  getScimUser,
  groupChanges,
  isScimFilter,
  isScimPath,
  listScimGroups,
  listScimUsers,
  metaOf,
  type Person,
  patchedGroup,
  patchedUser,
  scimConfiguration,
  scimList,
  scimResourceTypes,
  scimSchemas,
  selected,
  updateScimUser,
  userChanges,
  withMembers,
} from './scim/index.ts';
export { deleteSession, listSessions } from './sessions.ts';
export { createFirstAdmin, createSetupToken } from './setup.ts';
export { createSignInLink, signInByLink } from './sign-in-links.ts';
export {
  beginProviderSignIn,
  endProviderLogins,
  finishProviderSignIn,
  Providers,
  registerProviderRefresh,
  signOutOfBrowser,
  unknownInMappings,
  unlinkIdentities,
} from './sso/index.ts';
export {
  type AccountState,
  changePassword,
  createUser,
  getAccount,
  getUser,
  hasUsers,
  listUsers,
  setPassword,
  updateAccount,
  updateUser,
} from './users.ts';
