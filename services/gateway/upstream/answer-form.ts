// The types for responses that need translation: the call's API is not the OpenAI API, or is not the API of the
// upstream that answers.

import type { components } from '../../../generated/openapi.ts';
import type { ErrorCode } from '../../platform/index.ts';
import type { EventData } from './event-stream.ts';

type Json = Record<string, unknown>;
type Refusal = components['schemas']['CallErrorBody'];

export interface ErrorForm {
  /** Returns the body of an upstream's 4xx response. */
  refusal(refusal: Refusal, status: number, requestId: string): object;
  /** Returns the last event of a stream that failed. */
  lastEvent(code: ErrorCode, message: string): string;
}

/** The translation of a call to the API of an upstream, and of the response back. */
export interface Translation {
  /** The path in the upstream's API, such as `/chat/completions`. */
  path: string;
  /** The request. The model's name and the option for the usage of streams are added later. */
  body: Json;
  /** The types of the tools that the translation leaves out. */
  ignoredTools?: readonly string[];
  /** Returns the answer in the caller's API; undefined if the answer is invalid in the upstream's API. */
  answer(answer: Json): object | undefined;
  /** Begins the translation of a stream. */
  stream(): StreamTranslation;
}

export interface StreamTranslation {
  /** Returns the events before the first event of the upstream. */
  begin?(): string;
  /** Returns the caller's events for an event of the upstream; empty for none. */
  next(data: EventData): string;
  /**
   * Returns the events that end the stream, if the upstream has ended its own without an error; undefined if something
   * is missing. `isDone`: the upstream has sent its final event.
   */
  end(isDone: boolean): string | undefined;
  /**
   * Returns the events that end a failed stream. Without this function, the caller's API has the same events for every
   * stream.
   */
  fail?(code: ErrorCode, message: string): string;
}
