import type { components } from '../generated/openapi.ts';
import { scimConfiguration, scimList, scimResourceTypes, scimSchemas } from '../services/people/index.ts';
import { notFound, type Site } from '../services/platform/index.ts';
import type { Handler } from './handler.ts';

type Definition = components['schemas']['ScimDefinition'];

export const getScimConfiguration: Handler<'getScimConfiguration'> = (_call, { site }) => {
  return { status: 200, body: located(scimConfiguration, 'ServiceProviderConfig', '', site) };
};

export const listScimResourceTypes: Handler<'listScimResourceTypes'> = (_call, { site }) => {
  return { status: 200, body: listed(scimResourceTypes, 'ResourceType', 'ResourceTypes', site) };
};

export const getScimResourceType: Handler<'getScimResourceType'> = ({ params }, { site }) => {
  const found = definitionIn(scimResourceTypes, params.definition);
  return { status: 200, body: located(found, 'ResourceType', `ResourceTypes/${String(found.id)}`, site) };
};

export const listScimSchemas: Handler<'listScimSchemas'> = (_call, { site }) => {
  return { status: 200, body: listed(scimSchemas, 'Schema', 'Schemas', site) };
};

export const getScimSchema: Handler<'getScimSchema'> = ({ params }, { site }) => {
  const found = definitionIn(scimSchemas, params.definition);
  return { status: 200, body: located(found, 'Schema', `Schemas/${String(found.id)}`, site) };
};

function definitionIn(definitions: readonly Definition[], id: string): Definition {
  const found = definitions.find((definition) => definition.id === id);
  if (found === undefined) throw notFound('definition', id);
  return found;
}

function listed(definitions: readonly Definition[], kind: string, path: string, site: Site) {
  const rows = definitions.map((one) => located(one, kind, `${path}/${String(one.id)}`, site));
  return scimList({ rows, startIndex: 1, total: rows.length }, (row) => row);
}

function located(definition: Definition, resourceType: string, path: string, { url }: Site): Definition {
  const place = path === '' ? resourceType : path;
  return { ...definition, meta: { resourceType, location: `${url}/scim/v2/${place}` } };
}
