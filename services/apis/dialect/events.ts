// The internal form of an answer of a model, between the reader of chat completions and the APIs that render it.

import type { Tokens } from '../../limits/index.ts';

type Json = Record<string, unknown>;

/** The kinds of text in an answer. */
export type TextKind = 'text' | 'reasoning' | 'refusal';

/** The reason of the end. `calls`: the model waits for the results of its tool calls. */
export type StopReason = 'stop' | 'length' | 'calls' | 'filter';

/**
 * An event of an answer. The events are in the order of the answer: a text or a call ends when the next one begins, so
 * that an API can have one open block at a time.
 */
export type ChatEvent =
  | { kind: TextKind; text: string; logprobs?: Json[] }
  /** An annotation of the text before it. */
  | { kind: 'annotation'; annotation: Json }
  /** A tool call begins. Its id is undefined if the server gave none, or one that an earlier call has. */
  | { kind: 'call'; id: string | undefined; name: string }
  /** A piece of the arguments of the call before it. All pieces together are never empty. */
  | { kind: 'arguments'; text: string }
  | { kind: 'usage'; tokens: Tokens }
  | { kind: 'tier'; tier: string }
  /** The last event. `sequence` is the stop sequence, if the server names it. */
  | { kind: 'stop'; reason: StopReason; sequence: string | undefined };
