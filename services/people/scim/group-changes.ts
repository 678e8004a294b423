// The changes of a group that a directory asks for: the body of a POST or a PUT, or the operations of a PATCH.

import type { components } from '../../../generated/openapi.ts';
import { ScimProblem } from '../../platform/index.ts';
import type { GroupChanges, MemberChange } from '../../tenancy/index.ts';
import { type Condition, parsePath } from './filter.ts';
import { nameOf, textOf, wholeOf } from './user-changes.ts';

type Request = components['schemas']['ScimGroupRequest'];
type PatchOperation = components['schemas']['ScimPatchOperation'];

interface Patch extends GroupChanges {
  members: MemberChange[];
}

const mostMembers = 10_000;
const longestId = 64;

/** Returns the changes that the body of a POST or a PUT asks for. */
export function groupChanges({ displayName, externalId, members }: Request): GroupChanges & { name: string } {
  const set = members === undefined ? [] : [memberChange('set', members ?? [])];
  return { name: displayName, externalId, members: set };
}

/** Returns the changes that the operations of a PATCH ask for. Throws a ScimProblem. */
export function patchedGroup(operations: readonly PatchOperation[], groupId: string): GroupChanges {
  const changes: Patch = { members: [] };
  for (const { op, path, value } of operations) {
    const kind = op.toLowerCase();
    if (path !== undefined) apply(changes, kind, path, value, groupId);
    else for (const [name, item] of Object.entries(wholeOf(op, value))) apply(changes, kind, name, item, groupId);
  }
  return changes;
}

/** Attributes that this server does not know are ignored, as in a POST. */
function apply(changes: Patch, kind: string, path: string, value: unknown, groupId: string): void {
  const { attribute, filter } = parsePath(path);
  const given = kind === 'remove' ? null : value;
  if (attribute === 'members') changes.members.push(membersChange(kind, filter, value));
  else if (attribute === 'displayname') changes.name = requiredName(given);
  else if (attribute === 'externalid') changes.externalId = textOf('externalId', given);
  else if (attribute === 'id' && given !== groupId)
    throw new ScimProblem('mutability', 'Nobody can change the id of a group.');
}

/** Members to remove stand in the filter of the path, or in the value as Entra ID sends them; with neither, all go. */
function membersChange(kind: string, filter: Condition[] | undefined, value: unknown): MemberChange {
  if (filter !== undefined) return memberChange(kind === 'remove' ? 'remove' : 'add', [memberIn(kind, filter)]);
  if (kind === 'remove' && value == null) return memberChange('set', []);
  const members = Array.isArray(value) ? value : [value];
  return memberChange(kind === 'replace' ? 'set' : kind === 'remove' ? 'remove' : 'add', members);
}

function memberIn(kind: string, [condition, ...others]: Condition[]): unknown {
  if (kind === 'remove' && condition?.attribute === 'value' && others.length === 0) return condition;
  throw new ScimProblem('invalidPath', 'Only remove takes a filter, with the id: members[value eq "…"].');
}

function memberChange(kind: MemberChange['kind'], members: readonly unknown[]): MemberChange {
  if (members.length > mostMembers)
    throw new ScimProblem('invalidValue', `One change has at most ${mostMembers} members.`);
  return { kind, userIds: members.map(idOf) };
}

function idOf(member: unknown): string {
  const id = typeof member === 'object' && member !== null && 'value' in member ? member.value : undefined;
  if (typeof id === 'string' && id.length <= longestId) return id;
  throw new ScimProblem('invalidValue', 'members needs objects with the ids of users: [{"value": "user_…"}].');
}

function requiredName(value: unknown): string {
  const name = nameOf('displayName', value);
  if (name === null) throw new ScimProblem('invalidValue', 'A group needs a displayName.');
  return name;
}
