// Scripts: what a caller wants the model to answer. A script is a JSON object in the request's `metadata.sandbox`, or
// behind `sandbox:` at the end of the last message.

import { Ajv2020 } from 'ajv/dist/2020.js';

/** The model's answer. Every member is optional. */
export interface Script {
  /** The text, instead of the echo. */
  say?: string;
  tool_calls?: { name: string; arguments?: Record<string, unknown> }[];
  refuse?: string;
  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  usage?: { input_tokens?: number; output_tokens?: number };
  /** The pause before an answer, and before each piece of a stream. */
  delay_ms?: number;
}

/** The script cannot be read. The message is for the caller. */
export class ScriptError extends Error {}

const count = { type: 'integer', minimum: 0, maximum: 1_000_000_000 };
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    say: { type: 'string' },
    tool_calls: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string' }, arguments: { type: 'object' } },
      },
    },
    refuse: { type: 'string' },
    finish_reason: { enum: ['stop', 'length', 'tool_calls', 'content_filter'] },
    usage: {
      type: 'object',
      additionalProperties: false,
      properties: { input_tokens: count, output_tokens: count },
    },
    delay_ms: { type: 'integer', minimum: 0, maximum: 60_000 },
  },
};

const behindMarker = /\bsandbox:\s*(\{[\s\S]*\})\s*$/;
let compiled: ReturnType<Ajv2020['compile']> | undefined;

/** Returns the script of a request; an empty one if there is none. Throws a ScriptError. */
export function scriptOf(metadata: unknown, lastText: string): Script {
  const given = (metadata as { sandbox?: unknown } | null | undefined)?.sandbox;
  const text = typeof given === 'string' ? given : behindMarker.exec(lastText)?.[1];
  return text === undefined ? {} : parse(text);
}

/** Returns the message without its script. */
export function withoutScript(text: string): string {
  return text.replace(behindMarker, '').trimEnd();
}

function parse(text: string): Script {
  let script: unknown;
  try {
    script = JSON.parse(text);
  } catch (error) {
    throw new ScriptError(`The sandbox script is not valid JSON: ${(error as Error).message}`);
  }
  compiled ??= new Ajv2020({ allErrors: false }).compile(schema);
  if (compiled(script)) return script as Script;
  const [problem] = compiled.errors ?? [];
  const unknown = problem?.params.additionalProperty === undefined ? '' : `: ${problem.params.additionalProperty}`;
  throw new ScriptError(`The sandbox script${problem?.instancePath ?? ''} ${problem?.message ?? 'is wrong'}${unknown}`);
}
