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
  const { tools, service_tier: tier, web_search_options: search, plugins } = body;
  const isTold = kind === 'response' || kind === 'message';
  const found = listOf(tools).flatMap((tool, index): HostedTool[] => {
    const { type, environment } = Object(tool) as Json;
    if (typeof type !== 'string' || callersTools.test(type)) return [];
    if (type === 'shell' && Object(environment).type === 'local') return [];
    return [{ name: type, param: `tools[${index}].type`, isTold }];
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

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
