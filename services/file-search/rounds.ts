// The loop: the model is asked, its searches are run, and it is asked again with their results, until it answers or
// calls a function of the caller. Each round is a call of its own for limits and usage.

import {
  callerLeft,
  findPrevious,
  type Incoming,
  type ModelEvent,
  type ResponseServices,
  sendModelRound,
} from '../inference/index.ts';
import { ServiceError } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { failureOf } from './failure.ts';
import { type FileSearchRequest, inputItems, roundBody } from './request.ts';
import { type ResponseEvent, ResponseWriter } from './response.ts';
import { Round } from './round.ts';
import { type FileSearchServices, searchFiles } from './search.ts';
import { Sources } from './sources.ts';

const maxRounds = 10;

export interface AnswerServices extends FileSearchServices, ResponseServices {
  config: Pick<Config, 'file_search'>;
}

type Json = Record<string, unknown>;

export class Rounds {
  readonly #call: Incoming;
  readonly #request: FileSearchRequest;
  readonly #services: AnswerServices;
  readonly #writer: ResponseWriter;
  readonly #sources = new Sources();
  readonly #over = new AbortController();
  readonly #deadline: NodeJS.Timeout;
  readonly #input: unknown[];
  #continued: Awaited<ReturnType<typeof findPrevious>> = {};
  #searchesLeft: number;
  #first: Promise<AsyncGenerator<ModelEvent>> | undefined;

  constructor(call: Incoming, request: FileSearchRequest, services: AnswerServices) {
    this.#call = call;
    this.#request = request;
    this.#services = services;
    this.#writer = new ResponseWriter(request.body);
    this.#input = inputItems(request);
    this.#searchesLeft = request.body.max_tool_calls ?? Number.POSITIVE_INFINITY;
    const seconds = services.config.file_search.timeout_seconds;
    this.#deadline = setTimeout(() => this.stop(timedOut(seconds)), seconds * 1000);
    call.onGone(() => this.stop(callerLeft()));
  }

  /**
   * Sends the first round. Resolves as soon as the limits allow it. Throws the errors that are known by then, which the
   * caller gets with a status of their own.
   */
  async begin(): Promise<void> {
    try {
      this.#continued = await findPrevious(this.#call, this.#request.body, this.#services);
      const reserved = Promise.withResolvers<void>();
      this.#first = this.#send(1, reserved.resolve);
      await Promise.race([reserved.promise, this.#first]);
    } catch (error) {
      this.#close();
      throw error;
    }
    // The error is thrown when the round is read.
    this.#first.catch(() => undefined);
  }

  /** Returns the events of the response. Throws the error that ends it early. */
  async *events(): AsyncGenerator<ResponseEvent> {
    try {
      yield this.#writer.state('response.created');
      yield this.#writer.state('response.in_progress');
      for (let number = 1; ; number += 1) {
        const round = this.#newRound(number);
        const events = await (number === 1 ? this.#first : this.#send(number));
        for await (const event of events as AsyncGenerator<ModelEvent>) yield* round.take(event);
        yield* round.finish();
        const { type, response } = round.last as ModelEvent;
        this.#writer.noteRound(Object(response) as Json);
        if (type !== 'response.completed' || !round.goesOn) return yield this.#end(type, Object(response) as Json);
        this.#input.push(...round.input);
        if (this.#outputLeft() === 0) return yield this.#writer.end('incomplete', outOfTokens);
      }
    } finally {
      this.#close();
    }
  }

  /** Ends the searches and the call of the model. The events then throw this error. */
  stop(error: Error): void {
    this.#over.abort(error);
  }

  /** Returns the last event of a response that ends with an error. */
  failed(error: unknown): ResponseEvent {
    return this.#writer.end('failed', { error: failureOf(error) });
  }

  #newRound(number: number): Round {
    const { functionName, showsResults } = this.#request;
    const budget = { left: this.#services.config.file_search.result_tokens };
    const { project, caller, requestId, rates } = this.#call;
    const searcher = { project, caller, requestId, rates, onGone: (listener: () => void) => this.#onOver(listener) };
    return new Round({
      writer: this.#writer,
      sources: this.#sources,
      functionName,
      showsResults,
      admitSearch: () => {
        if (number === maxRounds) return false;
        this.#searchesLeft -= 1;
        return this.#searchesLeft >= 0;
      },
      search: async (given) => {
        try {
          const means = { sources: this.#sources, budget, services: this.#services };
          return await searchFiles(given, searcher, this.#request, means);
        } finally {
          // Whatever an ended search throws, the reason of its end counts.
          this.#over.signal.throwIfAborted();
        }
      },
    });
  }

  #send(number: number, onReserved?: () => void): Promise<AsyncGenerator<ModelEvent>> {
    const { requestId, verb, path, queryText, headers, project, caller, rates } = this.#call;
    const state = {
      input: this.#input,
      isFirst: number === 1,
      offersSearch: number < maxRounds && this.#searchesLeft > 0,
      maxOutputTokens: this.#outputLeft(),
    };
    return sendModelRound(
      { requestId, verb, path, queryText, headers, project, caller, rates },
      {
        body: roundBody(this.#request, state),
        signal: this.#over.signal,
        ...this.#continued,
        ...(onReserved === undefined ? {} : { onReserved }),
      },
      this.#services,
    );
  }

  /** Returns the output tokens that the caller still allows; undefined for any number. */
  #outputLeft(): number | undefined {
    const { max_output_tokens: most } = this.#request.body;
    return typeof most === 'number' ? Math.max(most - this.#writer.outputTokens, 0) : undefined;
  }

  #end(type: unknown, { error, incomplete_details }: Json): ResponseEvent {
    if (type === 'response.failed') return this.#writer.end('failed', { error: error ?? failureOf(undefined) });
    if (type === 'response.incomplete')
      return this.#writer.end('incomplete', { incomplete_details: incomplete_details ?? null });
    return this.#writer.end('completed');
  }

  #onOver(listener: () => void): void {
    if (this.#over.signal.aborted) listener();
    else this.#over.signal.addEventListener('abort', listener);
  }

  #close(): void {
    clearTimeout(this.#deadline);
  }
}

const outOfTokens = { incomplete_details: { reason: 'max_output_tokens' } };

function timedOut(seconds: number): ServiceError {
  return new ServiceError('upstream_timeout', `The response was not complete after ${seconds} seconds.`);
}
