// The changes of a person that a directory asks for: the body of a POST or a PUT, or the operations of a PATCH.

import type { components } from '../../../generated/openapi.ts';
import { isEmailAddress, nameFault, ScimProblem } from '../../platform/index.ts';
import { parsePath } from './filter.ts';

type Request = components['schemas']['ScimUserRequest'];
type PatchOperation = components['schemas']['ScimPatchOperation'];

/** The wanted values. Undefined: the value stays as it is. Null: it is removed. */
export interface UserChanges {
  userName?: string;
  externalId?: string | null;
  displayName?: string | null;
  formatted?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  active?: boolean;
}

const longest = 255;
const longestAddress = 254;

/** Returns the changes that the body of a POST or a PUT asks for. */
export function userChanges({ userName, externalId, displayName, name, active }: Request): UserChanges {
  const wanted = { userName, externalId, displayName, ...name, active: active == null ? undefined : booleanOf(active) };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

/** Returns the changes that the operations of a PATCH ask for. Throws a ScimProblem. */
export function patchedUser(operations: readonly PatchOperation[], userId: string): UserChanges {
  const changes: UserChanges = {};
  for (const { op, path, value } of operations) {
    const given = op.toLowerCase() === 'remove' ? null : value;
    if (path !== undefined) set(changes, path, given, userId);
    else for (const [name, item] of Object.entries(wholeOf(op, value))) set(changes, name, item, userId);
  }
  return changes;
}

/** Attributes that this server does not know are ignored, as in a POST. */
function set(changes: UserChanges, path: string, value: unknown, userId: string): void {
  const { attribute, sub } = parsePath(path);
  const name = sub === undefined ? attribute : `${attribute}.${sub}`;
  if (name === 'name') {
    const parts = value === null ? { formatted: null, givenName: null, familyName: null } : membersOf(value ?? {});
    for (const [part, item] of Object.entries(parts)) set(changes, `name.${part}`, item, userId);
  } else if (name === 'username') changes.userName = addressOf(value);
  else if (name === 'externalid') changes.externalId = textOf('externalId', value);
  else if (name === 'displayname') changes.displayName = nameOf('displayName', value);
  else if (name === 'name.formatted') changes.formatted = nameOf('name.formatted', value);
  else if (name === 'name.givenname') changes.givenName = nameOf('name.givenName', value);
  else if (name === 'name.familyname') changes.familyName = nameOf('name.familyName', value);
  else if (name === 'active') changes.active = booleanOf(value);
  else if (name === 'id' && value !== userId)
    throw new ScimProblem('mutability', 'Nobody can change the id of a user.');
}

/** Returns the attributes that an operation without a path sets. */
export function wholeOf(op: string, value: unknown): object {
  if (op.toLowerCase() === 'remove') throw new ScimProblem('invalidPath', 'To remove needs the path of an attribute.');
  return membersOf(value ?? {});
}

/** Returns the attributes of an object. */
function membersOf(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ScimProblem(
    'invalidSyntax',
    'An operation without a path needs an object with the attributes as its value.',
  );
}

/** Returns a text, or null for one that is removed. Throws `invalidValue`. */
export function textOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' && Array.from(value).length <= longest) return value;
  throw new ScimProblem('invalidValue', `${name} needs a text of at most ${longest} characters.`);
}

/** Returns a name, or null for one that is removed. Throws `invalidValue`. */
export function nameOf(name: string, value: unknown): string | null {
  const text = textOf(name, value);
  const fault = text === null ? undefined : nameFault(text);
  if (fault !== undefined) throw new ScimProblem('invalidValue', `${name}: ${fault}.`);
  return text;
}

function addressOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= longestAddress && isEmailAddress(value)) return value;
  throw new ScimProblem('invalidValue', 'userName needs the e-mail address with which the person signs in.');
}

function booleanOf(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ScimProblem('invalidValue', 'active needs true or false.');
}
