// The members of an organization as its directory keeps them (SCIM).

export { metaOf, scimList, selected } from './answers.ts';
export { scimConfiguration, scimResourceTypes, scimSchemas } from './definitions.ts';
export { isScimFilter, isScimPath } from './filter.ts';
export { groupChanges, patchedGroup } from './group-changes.ts';
export { type DirectoryGroup, listScimGroups, withMembers } from './groups.ts';
export { getScimUser, listScimUsers, type Person } from './people.ts';
export { patchedUser, userChanges } from './user-changes.ts';
export { createScimUser, deleteScimUser, updateScimUser } from './users.ts';
