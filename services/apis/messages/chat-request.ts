// Translates a request of the Messages API to a chat completion. A part that a chat completion cannot express is an
// error that names the part. Parts that are only hints for the upstream are left out.

import type { components } from '../../../generated/openapi.ts';
import { valueError } from '../../platform/index.ts';
import { functionName, functionParameters, type IgnoredTool } from '../dialect/index.ts';
import { changedEffort, chatMessages, textOf } from './chat-messages.ts';
import { untranslatable } from './errors.ts';
import { ignoredToolsIn, toolsIn } from './tools.ts';

type Json = Record<string, unknown>;
export type MessageInput = Partial<components['schemas']['MessageRequest']> &
  Pick<components['schemas']['CountTokensRequest'], 'model' | 'messages'>;

/** Hints about cost and speed, which change no answer. */
const hints = new Set(['cache_control', 'service_tier', 'context_management', 'diagnostics']);
const efforts: Record<string, string> = { low: 'low', medium: 'medium', high: 'high', xhigh: 'xhigh', max: 'xhigh' };
/**
 * Claude Code's note for Anthropic's billing. It differs from session to session, in some versions from request to
 * request, and stands before all instructions: upstreams would not find the prompt in their prefix cache.
 */
const billingLine = /^x-anthropic-billing-header:[^\n]*\n*/;
/** The budgets of thinking, in tokens, below which the effort is low or medium. */
const lowBudget = 4096;
const mediumBudget = 16_384;

/** Returns the body of the chat completion. Throws a ValidationError that names the first part without an equivalent. */
export function chatRequest(body: MessageInput): Json {
  const { model, messages, system, max_tokens, stream, stop_sequences, temperature, top_p, top_k, ...others } = body;
  const { tools, tool_choice, metadata, thinking, output_config, ...rest } = others;
  const unknown = Object.entries(rest).find(([name, value]) => !hints.has(name) && asksForSomething(name, value));
  if (unknown !== undefined) throw untranslatable([unknown[0]], unknown[1], 'this parameter');
  const instructions =
    system === undefined || system === null ? undefined : textOf(system, ['system']).replace(billingLine, '');
  const translated = chatMessages(instructions, messages);
  if (translated.every(({ role }) => role === 'system'))
    throw untranslatable(['messages'], messages, 'a conversation without texts, calls and results');
  return withoutAbsent({
    model,
    messages: translated,
    max_tokens,
    stream,
    stop: stop_sequences?.length ? stop_sequences : undefined,
    temperature,
    top_p,
    top_k,
    user: metadata?.user_id,
    ...toolsOf({ tools, messages }, tool_choice),
    ...outputOf(output_config),
    ...(thinking === undefined ? {} : effortOf(thinking)),
    ...withoutAbsent({ reasoning_effort: efforts[String(changedEffort(messages))] }),
  });
}

/** Returns false for members that ask for nothing, such as an empty list of servers. */
function asksForSomething(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return !(name === 'speed' && value === 'standard');
}

/** Returns true if the caller wants to see the reasoning of the model. */
export function showsThinking({ thinking }: Pick<MessageInput, 'thinking'>): boolean {
  const { type } = Object(thinking) as Json;
  return type !== undefined && type !== 'disabled';
}

function toolsOf(request: Pick<MessageInput, 'tools' | 'messages'>, choice: unknown): Json {
  const ignored = ignoredToolsIn(request);
  const given = toolsIn(request);
  const functions = given.flatMap((tool, index) =>
    ignored.some(({ path }) => path[1] === String(index)) ? [] : [functionOf(tool, index)],
  );
  checkChoice(choice, given, ignored);
  if (functions.length === 0) return {};
  return { tools: functions, ...(choice === undefined || choice === null ? {} : choiceOf(choice)) };
}

/** Throws a ValidationError if the choice demands a tool that is left out. */
function checkChoice(choice: unknown, tools: readonly Json[], ignored: readonly IgnoredTool[]): void {
  const { type, name } = Object(choice) as Json;
  const demanded = ignored.find(({ path }) => {
    if (type === 'any') return ignored.length === tools.length;
    return type === 'tool' && tools[Number(path[1])]?.name === name;
  });
  if (demanded === undefined) return;
  const what = `a tool of type '${demanded.type.slice(0, 100)}', which tool_choice demands`;
  throw untranslatable([...demanded.path, 'type'], demanded.type, what);
}

function functionOf({ name, description, input_schema: parameters, strict }: Json, index: number): Json {
  if (typeof name !== 'string')
    throw valueError(['body', 'tools', String(index), 'name'], 'a tool must have a name', name ?? null);
  const called = { name: functionName(name), description, parameters: functionParameters(parameters), strict };
  return { type: 'function', function: withoutAbsent(called) };
}

function choiceOf(given: unknown): Json {
  const { type, name, disable_parallel_tool_use: disables } = Object(given) as Json;
  const choices: Record<string, unknown> = {
    auto: 'auto',
    any: 'required',
    none: 'none',
    tool: { type: 'function', function: { name: functionName(String(name)) } },
  };
  const choice = choices[String(type)];
  if (choice === undefined) {
    throw valueError(['body', 'tool_choice', 'type'], 'must be auto, any, tool or none', type ?? null);
  }
  if (type === 'tool' && typeof name !== 'string')
    throw valueError(['body', 'tool_choice', 'name'], 'a tool must have a name', name ?? null);
  return { tool_choice: choice, ...(disables === true ? { parallel_tool_calls: false } : {}) };
}

function outputOf(given: unknown): Json {
  if (given === undefined || given === null) return {};
  const { format, effort, ...others } = Object(given) as Json;
  const [unknown] = Object.entries(others);
  if (unknown !== undefined) throw untranslatable(['output_config', unknown[0]], unknown[1], 'this parameter');
  return withoutAbsent({ response_format: formatOf(format), reasoning_effort: efforts[String(effort)] });
}

function formatOf(format: unknown): Json | undefined {
  if (format === undefined || format === null) return undefined;
  const { type, schema } = Object(format) as Json;
  if (type !== 'json_schema') throw untranslatable(['output_config', 'format', 'type'], type, 'this format');
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } };
}

function effortOf(thinking: unknown): Json {
  const { type, budget_tokens: budget } = Object(thinking) as Json;
  if (type !== 'enabled' || typeof budget !== 'number') return {};
  return { reasoning_effort: budget < lowBudget ? 'low' : budget < mediumBudget ? 'medium' : 'high' };
}

/** Returns the members that have a value. */
function withoutAbsent(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}
