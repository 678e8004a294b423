// Translates tools, the choice among them, and calls in parallel.

import { Untranslatable } from './untranslatable.ts';

type Json = Record<string, unknown>;

/** Returns the members of the chat request. Without tools there are none, because servers refuse a choice of nothing. */
export function toolsOf(given: unknown, choice: unknown, parallel: unknown): Json {
  const tools = (Array.isArray(given) ? given : []).map((tool: unknown, at) => functionOf(tool, at));
  const { tool_choice, names } = choiceOf(choice);
  const allowed = tools.filter(({ name }) => names === undefined || names.has(name));
  if (allowed.length === 0) return {};
  return {
    tools: allowed.map((own) => ({ type: 'function', function: own })),
    tool_choice,
    parallel_tool_calls: parallel,
  };
}

function functionOf(tool: unknown, at: number): Json {
  const { type, name, description, parameters, strict } = Object(tool) as Json;
  if (type !== 'function') {
    throw new Untranslatable(['tools', at, 'type'], `have functions as their only tools, not '${String(type)}'`, type);
  }
  const own = { name, description, parameters, strict };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value != null));
}

/**
 * Translates the choice. Allowed tools become the only tools, with their mode as the choice, because few servers know
 * `allowed_tools`.
 */
function choiceOf(choice: unknown): { tool_choice?: unknown; names?: ReadonlySet<unknown> } {
  if (choice == null) return {};
  if (typeof choice === 'string') return { tool_choice: choice };
  const { type, name, mode, tools } = Object(choice) as Json;
  if (type === 'function') return { tool_choice: { type, function: { name } } };
  if (type !== 'allowed_tools' || !Array.isArray(tools))
    throw new Untranslatable(['tool_choice', 'type'], `cannot choose '${String(type)}'`, type);
  const names = tools.map((tool: unknown, at): unknown => {
    const one = Object(tool) as Json;
    if (one.type === 'function') return one.name;
    throw new Untranslatable(['tool_choice', 'tools', at, 'type'], `cannot choose '${String(one.type)}'`, one.type);
  });
  return { tool_choice: mode, names: new Set(names) };
}
