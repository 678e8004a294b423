import type { components } from '../generated/openapi.ts';
import * as people from '../services/people/index.ts';
import type { Site } from '../services/platform/index.ts';
import { changeDirectoryGroup, createDirectoryGroup, deleteDirectoryGroup } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';

type ScimGroup = components['schemas']['ScimGroup'];

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];

export const listScimGroups: Handler<'listScimGroups'> = async ({ query, organization }, { site }) => {
  const found = await people.listScimGroups(organization, query);
  return { status: 200, body: people.scimList(found, (row) => people.selected(toResource(row, site), query)) };
};

export const createScimGroup: Handler<'createScimGroup'> = async ({ body, caller, organization }, { site }) => {
  const group = await createDirectoryGroup(organization, people.groupChanges(body), caller);
  const made = toResource(await people.withMembers(group), site);
  return { status: 201, headers: { location: made.meta?.location ?? '' }, body: made };
};

export const getScimGroup: Handler<'getScimGroup'> = async ({ query, group }, { site }) => {
  return { status: 200, body: people.selected(toResource(await people.withMembers(group, query), site), query) };
};

export const replaceScimGroup: Handler<'replaceScimGroup'> = async ({ body, caller, group }, { site }) => {
  const changed = await changeDirectoryGroup(group, people.groupChanges(body), caller);
  return { status: 200, body: toResource(await people.withMembers(changed), site) };
};

export const updateScimGroup: Handler<'updateScimGroup'> = async ({ body, caller, group }) => {
  await changeDirectoryGroup(group, people.patchedGroup(body.Operations, group.id), caller);
  return { status: 204, body: undefined };
};

export const deleteScimGroup: Handler<'deleteScimGroup'> = async ({ caller, group }) => {
  await deleteDirectoryGroup(group, caller);
  return { status: 204, body: undefined };
};

function toResource({ id, name, externalId, userIds, createdAt }: people.DirectoryGroup, site: Site): ScimGroup {
  return {
    schemas,
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    ...(userIds === undefined ? {} : { members: userIds.map((value) => ({ value, type: 'User' })) }),
    meta: people.metaOf('Group', id, createdAt, site),
  };
}
