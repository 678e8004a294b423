// The filters and the paths of SCIM (RFC 7644, sections 3.4.2.2 and 3.5.2), as far as the large directories send them:
// `eq` on attributes, joined by `and`.

import { ScimProblem } from '../../platform/index.ts';

/** An attribute that must equal a value. Names are in lower case, without the URI of the schema. */
export interface Condition {
  attribute: string;
  value: string | boolean;
}

/** The attribute that a change of a PATCH is about: `members[value eq "…"]` or `name.givenName`. */
export interface AttributePath {
  attribute: string;
  filter: Condition[] | undefined;
  sub: string | undefined;
}

const term = '[A-Za-z][\\w:.-]* +eq +(?:"(?:[^"\\\\\\u0000-\\u001f]|\\\\.)*"|true|false)';
const filterPattern = new RegExp(`^ *${term}(?: +and +${term})* *$`, 'i');
const termPattern = /([A-Za-z][\w:.-]*) +eq +("(?:[^"\\]|\\.)*"|true|false)/gi;
const schemaPrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
const pathPattern = /^([\w$:.-]*?[\w$:-])(?:\[(.*)\])?(?:\.([\w$-]+))?$/;

export function isScimFilter(text: string): boolean {
  return filterPattern.test(text) && conditionsIn(text) !== undefined;
}

export function isScimPath(text: string): boolean {
  const [, whole, filter] = pathPattern.exec(text.trim()) ?? [];
  return whole !== undefined && (filter === undefined || isScimFilter(filter));
}

/** Returns the conditions of a filter, all of which must hold. Throws `invalidFilter`. */
export function parseFilter(text: string): Condition[] {
  const conditions = filterPattern.test(text) ? conditionsIn(text) : undefined;
  if (conditions !== undefined) return conditions;
  throw new ScimProblem(
    'invalidFilter',
    'Only filters like userName eq "ada@example.com" are supported, joined by and.',
  );
}

/** Returns the parts of a path. Throws `invalidPath` or `invalidFilter`. */
export function parsePath(text: string): AttributePath {
  const name = text.trim();
  const [, whole, filter, sub] = pathPattern.exec(name.replace(new RegExp(schemaPrefix.source, 'i'), '')) ?? [];
  if (whole === undefined) throw new ScimProblem('invalidPath', `This is not the path of an attribute: ${text}`);
  return {
    attribute: whole.toLowerCase(),
    filter: filter === undefined ? undefined : parseFilter(filter),
    sub: sub?.toLowerCase(),
  };
}

function conditionsIn(text: string): Condition[] | undefined {
  try {
    return [...text.matchAll(termPattern)].map(([, name = '', value = '']) => ({
      attribute: name.toLowerCase().replace(schemaPrefix, ''),
      value: value.startsWith('"') ? (JSON.parse(value) as string) : value.toLowerCase() === 'true',
    }));
  } catch {
    // A wrong escape sequence.
    return undefined;
  }
}
