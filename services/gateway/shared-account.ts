// Refuses ids of things that an upstream keeps: files, containers, prompts, connectors, skills, earlier items. All
// projects share the upstream's account, which cannot tell them apart, so an id could belong to another project.
//
// The members are found at any depth of tools and contents, because upstreams add tools and parts with such members.
// Parts of messages may name files of the project: services/apis/files-by-id.ts puts in the bytes before a model is asked.

import { isId } from '../../models/ids.ts';
import { valueError } from '../platform/index.ts';

type Json = Record<string, unknown>;
type Path = readonly string[];

/** The members that hold ids of the upstream's account, and what the caller can do instead. */
const idMembers: Readonly<Record<string, string>> = {
  file_id: 'all projects share the files of the upstream: send the content of the file, not its id',
  file_ids: 'all projects share the files of the upstream: send the content of the files, not their ids',
  container_id: 'a container cannot be used again: leave its id out',
  skill_id: 'all projects share the skills of the upstream: leave the skill out',
  vector_store_ids: 'all projects share the stores of the upstream: name a store in a file_search of `tools`',
  connector_id: 'all projects share the connectors of the upstream: call an MCP server at /mcp/{prefix}',
};
/** Members with schemas or values of the caller, and with ids that a model or this server has told. */
const unsearched: ReadonlySet<string> = new Set([
  'parameters',
  'input_schema',
  'input',
  'annotations',
  'citations',
  'results',
  'arguments',
  'filters',
]);
const containerText = idMembers.container_id as string;

/** A part of a message that names a file of this server, and the path of the id in the request. */
export interface FilePart {
  part: Json;
  id: string;
  at: string[];
}

/** Returns the parts of a request that name files of this server, at every depth that `refuseIds` looks at. */
export function filePartsIn({ input, messages, system }: Json): FilePart[] {
  const lists = Object.entries({ input, messages, system });
  return lists.flatMap(([name, list]) => partsWithFiles(list, ['body', name]));
}

function partsWithFiles(value: unknown, at: Path): FilePart[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = fileIdOf(value);
  if (own !== undefined) return [{ part: value as Json, id: own.id, at: [...at, ...own.at] }];
  return Object.entries(value).flatMap(([name, member]) =>
    unsearched.has(name) ? [] : partsWithFiles(member, [...at, name]),
  );
}

/** Returns the id of the file of this server that a part names, and its path in the part. */
function fileIdOf(part: object): { id: string; at: string[] } | undefined {
  const { type, file_id, file, source } = part as Json;
  const named = (id: unknown, ...at: string[]) => (typeof id === 'string' && isId('file', id) ? { id, at } : undefined);
  if (type === 'input_file' || type === 'input_image') return named(file_id, 'file_id');
  if (type === 'file') return named(Object(file).file_id, 'file', 'file_id');
  const isOfMessages = (type === 'document' || type === 'image') && Object(source).type === 'file';
  return isOfMessages ? named(Object(source).file_id, 'source', 'file_id') : undefined;
}

/** Throws a ValidationError if a request of the Responses API has an id of the upstream's account. */
export function refuseIdsInResponse({ prompt, tools, input }: Json): void {
  if (isGiven(prompt))
    throw valueError(['body', 'prompt'], 'all projects share the prompts of the upstream: send its text', prompt);
  for (const [index, tool] of listOf(tools).entries()) {
    // This server itself runs a file_search here.
    if (Object(tool).type !== 'file_search') refuseIdsInTool(tool, ['body', 'tools', String(index)]);
  }
  refuseIdsInItems(input, ['body', 'input']);
}

/** Throws like `refuseIdsInResponse` for new items of a conversation. They cannot be references. */
export function refuseIdsInConversation(items: readonly unknown[]): void {
  refuseIdsInItems(items, ['body', 'items']);
  for (const [index, item] of items.entries()) {
    if (isItemReference(item))
      throw valueError(['body', 'items', String(index), 'id'], 'send the item itself, not its id', item.id);
  }
}

/**
 * Returns true for an item that stands for a stored one. An upstream also looks an image up if a call has no result.
 */
export function isItemReference(item: unknown): item is { id: string } {
  const { type, role, id, result } = Object(item) as Json;
  if (typeof id !== 'string') return false;
  if (type === 'image_generation_call') return !isGiven(result);
  return type === 'item_reference' || (!isGiven(type) && role === undefined);
}

function refuseIdsInItems(items: unknown, at: Path): void {
  for (const [index, item] of listOf(items).entries()) {
    const { container_id: container, content, output, environment, tools } = Object(item) as Json;
    const here = [...at, String(index)];
    if (isGiven(container)) throw valueError([...here, 'container_id'], containerText, container);
    refuseIds({ content, output, environment }, here);
    refuseIdsInTools(tools, [...here, 'tools']);
  }
}

/** Throws a ValidationError if a chat completion has an id of the upstream's account. */
export function refuseIdsInChat({ messages }: Json): void {
  for (const [index, message] of listOf(messages).entries()) {
    const { content, audio } = Object(message) as Json;
    const here = ['body', 'messages', String(index)];
    if (isGiven(Object(audio).id))
      throw valueError(
        [...here, 'audio'],
        'all projects share the answers of the upstream: send the transcript as content',
        audio,
      );
    refuseIds({ content }, here);
  }
}

/** Throws a ValidationError if a request of the Messages API has an id of the upstream's account. */
export function refuseIdsInMessage({ thread, container, messages, system, tools }: Json): void {
  if (isGiven(thread))
    throw valueError(['body', 'thread'], 'conversations are not kept: send all messages, without thread', thread);
  refuseContainer(container, ['body', 'container']);
  refuseIds({ messages, system, tools }, ['body']);
}

function refuseIdsInTools(tools: unknown, at: Path): void {
  for (const [index, tool] of listOf(tools).entries()) refuseIdsInTool(tool, [...at, String(index)]);
}

function refuseIdsInTool(tool: unknown, at: Path): void {
  const { tools, ...own } = Object(tool) as Json;
  const { type, container } = own;
  if (type === 'mcp')
    throw valueError(
      [...at, 'type'],
      'the upstream would call the MCP server from the account that all projects share: call it at /mcp/{prefix}',
      type,
    );
  if (typeof type === 'string' && /^(?:function|custom)$/.test(type)) return;
  refuseContainer(container, [...at, 'container']);
  refuseIdsInTools(tools, [...at, 'tools']);
  // Without the list of tools, so that no level of it is searched again for each level above.
  refuseIds(Array.isArray(tools) ? own : tool, at);
}

/** A container is named by its id, or described by an object that can have an id. */
function refuseContainer(container: unknown, at: Path): void {
  const { id, skills } = Object(container) as Json;
  if (typeof container === 'string' || isGiven(id)) throw valueError([...at], containerText, container);
  for (const [index, skill] of listOf(skills).entries()) {
    if (Object(skill).type === 'custom')
      throw valueError([...at, 'skills', String(index)], idMembers.skill_id as string, skill);
  }
}

/** Throws a ValidationError for the first id in the value. */
function refuseIds(value: unknown, at: Path): void {
  if (typeof value !== 'object' || value === null || fileIdOf(value) !== undefined) return;
  for (const [name, member] of Object.entries(value)) {
    if (unsearched.has(name)) continue;
    const text = Array.isArray(value) ? undefined : idMembers[name];
    const isId = typeof member === 'string' ? member !== '' : Array.isArray(member) && member.length > 0;
    if (text !== undefined && isId) throw valueError([...at, name], text, member);
    refuseIds(member, [...at, name]);
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
