// Reads the tools of a request to the Messages API, and what its system messages change about them.

import { valueError } from '../../platform/index.ts';
import { functionName, type IgnoredTool } from '../dialect/index.ts';

type Json = Record<string, unknown>;

interface WithTools {
  tools?: unknown;
  messages: readonly { role: string; content?: unknown }[];
}

/** Returns true for a block that gives the model a tool, or takes one away. */
export function isToolChange({ type }: Json): boolean {
  return type === 'tool_addition' || type === 'tool_removal';
}

/**
 * Returns the tools that the model has at the end of the conversation. A `tool_addition` names one that was removed, or
 * defines one in place of that with its name. References to MCP servers change nothing, because none are translated.
 */
export function toolsIn({ tools, messages }: WithTools): Json[] {
  if (tools !== undefined && tools !== null && !Array.isArray(tools))
    throw valueError(['body', 'tools'], 'must be a list of tools', tools);
  const given = (tools ?? []).map((tool: unknown) => Object(tool) as Json);
  const changes = messages.flatMap(toolChangesOf);
  if (changes.length === 0) return given;
  const known = new Map(given.map((tool) => [tool.name, tool]));
  const now = new Map(known);
  for (const { type, tool } of changes) {
    const { type: kind, name: named, definition } = Object(tool) as Json;
    const defined = kind === 'tool_definition' ? (Object(definition) as Json) : undefined;
    const changed = defined ?? (kind === 'tool_reference' ? known.get(named) : undefined);
    if (changed === undefined) continue;
    const { name } = changed;
    if (type === 'tool_removal' || now.get(name) !== changed) now.delete(name);
    if (type === 'tool_addition') now.set(name, changed);
    known.set(name, changed);
  }
  return [...now.values()];
}

function toolChangesOf({ role, content }: WithTools['messages'][number]): Json[] {
  if (role !== 'system' || !Array.isArray(content)) return [];
  return content.map((block) => Object(block) as Json).filter(isToolChange);
}

/** Returns the tools that are left out: Anthropic's servers run them, or define their schema. */
export function ignoredToolsIn(request: WithTools): IgnoredTool[] {
  return toolsIn(request).flatMap(({ type }, at): IgnoredTool[] =>
    type === undefined || type === null || type === 'custom'
      ? []
      : [{ type: String(type), path: ['tools', String(at)] }],
  );
}

/** Returns the callers' names of tools, by the names of their functions that differ. */
export function longNamesIn(request: WithTools): ReadonlyMap<string, string> {
  const names = toolsIn(request).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return new Map(names.flatMap((name) => (functionName(name) === name ? [] : [[functionName(name), name]])));
}
