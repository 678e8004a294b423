// Finds what a request makes an upstream bill beside tokens: tools that run there, and service tiers.

import type { HostedTool, ModelCall } from '../limits/index.ts';

type Json = Record<string, unknown>;

/** Tools that the caller or this server runs: their use costs tokens only. */
const callersTools =
  /^(?:function|custom|file_search|local_shell|apply_patch|namespace|tool_search\w*|computer\w*|text_editor_\w+|bash_\w+|memory_\w+)$/;
/** Tiers at the price of the model, of the public API and of Anthropic's. */
const usualTiers: readonly unknown[] = ['auto', 'default', 'flex', 'standard', 'standard_only'];

/** Returns the hosted tools and the service tier of a request, each once. */
export function hostedToolsIn(kind: ModelCall['kind'], body: Json): HostedTool[] {
  const { service_tier: tier, web_search_options: search, plugins } = body;
  const isTold = kind === 'response' || kind === 'message';
  const found = toolsOf(body).flatMap(({ tool: { type, environment }, place }): HostedTool[] => {
    if (typeof type !== 'string' || callersTools.test(type)) return [];
    if (type === 'shell' && Object(environment).type === 'local') return [];
    return [{ name: type, param: `${place}.type`, isTold }];
  });
  if (typeof search === 'object' && search !== null)
    found.push({ name: 'web_search', param: 'web_search_options', isTold: false });
  for (const [index, plugin] of listOf(plugins).entries()) {
    const { id } = Object(plugin) as Json;
    if (typeof id === 'string') found.push({ name: id, param: `plugins[${index}].id`, isTold: false });
  }
  if (typeof tier === 'string' && !usualTiers.includes(tier))
    found.push({ name: tier, param: 'service_tier', isTold: false });
  return found.filter(({ name }, index) => found.findIndex((one) => one.name === name) === index);
}

/** Returns the tools of a request and their places. Items of a response and system messages also add tools. */
function toolsOf({ tools, input, messages }: Json): { tool: Json; place: string }[] {
  const all = (list: unknown, place: string) =>
    objectsOf(list).map((tool, index) => ({ tool, place: `${place}[${index}]` }));
  return [
    ...all(tools, 'tools'),
    ...objectsOf(input).flatMap(({ type, tools: added }, index) =>
      type === 'additional_tools' || type === 'tool_search_output' ? all(added, `input[${index}].tools`) : [],
    ),
    ...objectsOf(messages).flatMap(({ role, content }, index) =>
      role === 'system' ? definitionsIn(content, `messages[${index}].content`) : [],
    ),
  ];
}

/** Returns the tools that a system message of the Messages API defines. */
function definitionsIn(content: unknown, place: string): { tool: Json; place: string }[] {
  return objectsOf(content).flatMap(({ type, tool }, index) => {
    const { definition } = Object(tool) as Json;
    const isDefinition = type === 'tool_addition' && typeof definition === 'object' && definition !== null;
    return isDefinition ? [{ tool: definition as Json, place: `${place}[${index}].tool.definition` }] : [];
  });
}

function objectsOf(value: unknown): Json[] {
  return listOf(value).map((item) => Object(item) as Json);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
