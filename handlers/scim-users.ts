import type { components } from '../generated/openapi.ts';
import * as people from '../services/people/index.ts';
import type { Site } from '../services/platform/index.ts';
import type { Handler } from './handler.ts';

type ScimUser = components['schemas']['ScimUser'];

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];

export const listScimUsers: Handler<'listScimUsers'> = async ({ query, organization }, { site }) => {
  const found = await people.listScimUsers(organization, query);
  return { status: 200, body: people.scimList(found, (row) => people.selected(toResource(row, site), query)) };
};

export const createScimUser: Handler<'createScimUser'> = async ({ body, caller, organization }, { site }) => {
  const { userName } = body;
  const user = await people.createScimUser(organization, { ...people.userChanges(body), userName }, caller);
  const made = toResource(user, site);
  return { status: 201, headers: { location: made.meta?.location ?? '' }, body: made };
};

export const getScimUser: Handler<'getScimUser'> = async ({ params, query, organization }, { site }) => {
  const user = await people.getScimUser(organization, params.user_id);
  return { status: 200, body: people.selected(toResource(user, site), query) };
};

export const replaceScimUser: Handler<'replaceScimUser'> = async ({ params, body, caller, organization }, { site }) => {
  const user = await people.updateScimUser(organization, params.user_id, people.userChanges(body), caller);
  return { status: 200, body: toResource(user, site) };
};

export const updateScimUser: Handler<'updateScimUser'> = async ({ params, body, caller, organization }, { site }) => {
  const changes = people.patchedUser(body.Operations, params.user_id);
  const user = await people.updateScimUser(organization, params.user_id, changes, caller);
  return { status: 200, body: toResource(user, site) };
};

export const deleteScimUser: Handler<'deleteScimUser'> = async ({ params, caller, organization }) => {
  await people.deleteScimUser(organization, params.user_id, caller);
  return { status: 204, body: undefined };
};

function toResource(person: people.Person, site: Site): ScimUser {
  const { id, email, name, externalId, givenName, familyName, suspended, disabled, createdAt } = person;
  return {
    schemas,
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    ...(name === null ? {} : { displayName: name }),
    name: { formatted: name, givenName, familyName },
    active: !suspended && !disabled,
    emails: [{ value: email, type: 'work', primary: true }],
    meta: people.metaOf('User', id, createdAt, site),
  };
}
