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
  { attributes, excludedAttributes }: Selection,
): Resource {
  const wanted = attributes === undefined ? undefined : new Set(namesIn(attributes).map(([name]) => name));
  // A part of an attribute stays with its attribute.
  const unwanted = new Set(
    namesIn(excludedAttributes ?? '').flatMap(([name, part]) => (part === undefined ? [name] : [])),
  );
  const kept = Object.entries(resource).filter(
    ([name]) =>
      ['id', 'schemas'].includes(name) ||
      ((wanted?.has(name.toLowerCase()) ?? true) && !unwanted.has(name.toLowerCase())),
  );
  return Object.fromEntries(kept) as Resource;
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
