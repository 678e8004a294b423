// Lists and resources as SCIM shows them (RFC 7643 and 7644).

import type { components } from '../../../generated/openapi.ts';
import type { Site } from '../../platform/index.ts';
import type { ScimPageOf } from './people.ts';

/** Returns a page of resources. */
export function scimList<Row, Resource>(
  { rows, startIndex, total }: ScimPageOf<Row>,
  toResource: (row: Row) => Resource,
) {
  const schema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse' as const;
  const Resources = rows.map(toResource);
  return { schemas: [schema], totalResults: total, startIndex, itemsPerPage: Resources.length, Resources };
}

/** Returns the facts about a resource. */
export function metaOf(
  resourceType: 'User' | 'Group',
  id: string,
  createdAt: number,
  { url }: Site,
): components['schemas']['ScimMeta'] {
  const created = new Date(createdAt * 1000).toISOString();
  return { resourceType, created, location: `${url}/scim/v2/${resourceType}s/${id}` };
}

export interface Selection {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

/** Returns the resource with the attributes that the client asked for. `id` and `schemas` are always there. */
export function selected<Resource extends { id: string; schemas: string[] }>(
  resource: Resource,
  selection: Selection,
): Resource {
  const kept = Object.entries(resource).filter(
    ([name]) => ['id', 'schemas'].includes(name) || wants(name.toLowerCase(), selection),
  );
  return Object.fromEntries(kept) as Resource;
}

/** Returns true if the client asked for the attribute. The name is in lower case. */
export function wants(attribute: string, { attributes, excludedAttributes }: Selection): boolean {
  const isWanted = attributes === undefined || namesIn(attributes).some(([name]) => name === attribute);
  // A part of an attribute stays with its attribute.
  return (
    isWanted && !namesIn(excludedAttributes ?? '').some(([name, part]) => name === attribute && part === undefined)
  );
}

/** Returns the names in lower case, each as an attribute and its part, without the URI of the schema. */
function namesIn(list: string): string[][] {
  return list.split(',').map((name) =>
    name
      .trim()
      .replace(/^urn:.*:/i, '')
      .toLowerCase()
      .split('.'),
  );
}
