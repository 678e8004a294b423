// Runs the rounds of a response. A round calls the model, and runs the searches that the model asks for. The next round
// calls the model with their results. The last round is the one in which the model answers, or calls a function of the
// caller. Limits and usage count each round as a call of its own.

import { setTimeout as wait } from 'node:timers/promises';
import type { FileServices, ResponseIdentity, SummaryServices } from '../../apis/index.ts';
import type { Incoming, InferenceServices, ModelQuestion } from '../../gateway/index.ts';
import type { EndedCall, EndOfCall } from '../../limits/index.ts';
import { ServiceError } from '../../platform/index.ts';
import type { Config } from '../../settings/index.ts';
import { failureOf } from './failure.ts';
import { callerLeft, type ModelEvent, sendModelRound } from './model-round.ts';
import { type FileSearchRequest, roundBody, withoutSearches } from './request.ts';
import { type OutputItem, type ResponseEvent, ResponseWriter, type WriterState } from './response.ts';
import { Round } from './round.ts';
import { type FileSearchServices, type SearchOutcome, searchFiles } from './search.ts';
import { type Source, Sources } from './sources.ts';

const maxRounds = 10;
/** The longest time for which the first event waits for a refusal of the first round. It goes out earlier if the round begins. */
const refusalWaitMs = 2000;
/** Without this limit, a model that asks for 200 searches in each round makes 1,800 for one call. */
const maxSearchesInRound = 20;

export interface AnswerServices extends FileSearchServices, InferenceServices, FileServices, SummaryServices {
  config: Pick<Config, 'file_search' | 'search' | 'limits'>;
}

/** The response that the rounds make. */
export interface RoundsOptions {
  identity: ResponseIdentity;
  /** The items that the model reads first: of the conversation so far, and of the request. */
  input: readonly unknown[];
  /** The response at an upstream that the input continues. */
  upstream?: Pick<ModelQuestion, 'only' | 'continued'> & { previousId: string };
  /** Continues a response whose earlier rounds another server has finished. */
  progress?: Progress;
  /**
   * Saves the finished rounds together with the usage of `ended`, the last of them. If this throws, that usage is not
   * counted. Without this, the usage of a round is counted when the round ends.
   */
  save?(progress: Progress, ended: EndedCall | undefined): Promise<void>;
}

/** The state between two rounds, as JSON. */
export interface Progress {
  rounds: number;
  writer: WriterState;
  /** The items that the rounds have added to the input. */
  added: unknown[];
  sources: readonly Source[];
  /** Null: any number. */
  searchesLeft: number | null;
}

type Json = Record<string, unknown>;

export class Rounds {
  readonly #call: Incoming;
  readonly #request: FileSearchRequest;
  readonly #services: AnswerServices;
  readonly #options: RoundsOptions;
  readonly #writer: ResponseWriter;
  readonly #sources: Sources;
  readonly #over = new AbortController();
  #deadline: NodeJS.Timeout | undefined;
  readonly #input: unknown[];
  readonly #added: unknown[];
  readonly #firstNumber: number;
  #searchesLeft: number;
  #first: Promise<AsyncGenerator<ModelEvent[]>> | undefined;
  /** The last round, if it is finished and not saved yet. */
  #unsaved: (EndedCall & { report: EndOfCall }) | undefined;

  constructor(call: Incoming, request: FileSearchRequest, services: AnswerServices, options: RoundsOptions) {
    const { identity, input, progress } = options;
    this.#call = call;
    this.#request = request;
    this.#services = services;
    this.#options = options;
    this.#writer = new ResponseWriter(request.body, identity, progress?.writer);
    this.#sources = new Sources(progress?.sources);
    this.#added = [...(progress?.added ?? [])];
    this.#input = [...withoutSearches(input, request.functionName), ...this.#added];
    this.#firstNumber = (progress?.rounds ?? 0) + 1;
    const searches = progress === undefined ? request.body.max_tool_calls : progress.searchesLeft;
    this.#searchesLeft = searches ?? Number.POSITIVE_INFINITY;
    call.onGone(() => this.stop(callerLeft()));
  }

  /** The output items so far. */
  get output(): readonly OutputItem[] {
    return this.#writer.state.output;
  }

  /**
   * Sends the first round. Resolves when the round begins, at the latest `refusalWaitMs` after the limits allow it. Throws
   * the errors that are known by then. The caller gets them with a status of their own, which clients show and retry:
   * LangChain takes a failed response for an empty answer.
   */
  async begin(): Promise<void> {
    const seconds = this.#services.config.file_search.timeout_seconds;
    this.#deadline = setTimeout(() => this.stop(timedOut(seconds)), seconds * 1000);
    try {
      const reserved = Promise.withResolvers<void>();
      this.#first = this.#send(this.#firstNumber, reserved.resolve);
      await Promise.race([reserved.promise, this.#first]);
      await Promise.race([this.#first, wait(refusalWaitMs, undefined, { ref: false })]);
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
      yield this.#writer.whole('response.created');
      yield this.#writer.whole('response.in_progress');
      for (let number = this.#firstNumber; ; number += 1) {
        const round = this.#newRound(number);
        const events = await (number === this.#firstNumber ? this.#first : this.#send(number));
        for await (const some of events as AsyncGenerator<ModelEvent[]>) {
          for (const event of some) {
            // Only searches are asynchronous: an asynchronous generator for each delta would cost a third of the round's CPU.
            for (const shown of round.take(event)) yield shown;
            if (round.isSearching) yield* round.search();
          }
        }
        yield* round.finish();
        const { type, response } = round.last as ModelEvent;
        this.#writer.noteRound(Object(response) as Json);
        if (type !== 'response.completed' || !round.goesOn) return yield this.#end(type, Object(response) as Json);
        this.#added.push(...round.input);
        this.#input.push(...round.input);
        if (this.#outputLeft() === 0) return yield this.#writer.end('incomplete', outOfTokens);
        await this.#save(number);
        this.#over.signal.throwIfAborted();
      }
    } finally {
      this.#close();
    }
  }

  /** Returns the last round with its tokens; undefined if its usage is saved, or counted because it broke off. */
  async unsaved(): Promise<EndedCall | undefined> {
    if (this.#unsaved !== undefined)
      this.#unsaved = { ...this.#unsaved, ...(await this.#services.modelCalls.withTokens(this.#unsaved)) };
    return this.#unsaved;
  }

  /** Reports the end of the last round. If its usage is not saved, another server makes the round again. */
  report(isSaved: boolean): void {
    if (this.#unsaved === undefined) return;
    const { end, report } = this.#unsaved;
    this.#unsaved = undefined;
    report(isSaved ? { ...end, isWritten: true } : { ...end, tokens: undefined, isCountedElsewhere: true });
  }

  /** Ends the searches and the call of the model. The events then throw this error. */
  stop(error: Error): void {
    this.#over.abort(error);
  }

  /** Returns the last event of a response that ends with an error. */
  failed(error: unknown): ResponseEvent {
    return this.#writer.end('failed', { error: failureOf(error) });
  }

  async #save(rounds: number): Promise<void> {
    const { save } = this.#options;
    if (save === undefined) return;
    const searchesLeft = Number.isFinite(this.#searchesLeft) ? this.#searchesLeft : null;
    const { state: writer } = this.#writer;
    const progress = { rounds, writer, added: this.#added, sources: this.#sources.all, searchesLeft };
    try {
      await save(progress, await this.unsaved());
      this.report(true);
    } catch (error) {
      this.report(false);
      throw error;
    }
  }

  #newRound(number: number): Round {
    const { functionName, showsResults, tool } = this.#request;
    const budget = { left: this.#services.config.file_search.result_tokens };
    const { project, caller, requestId, rates } = this.#call;
    const searcher = { project, caller, requestId, rates, onGone: (listener: () => void) => this.#onOver(listener) };
    let searches = 0;
    return new Round({
      writer: this.#writer,
      sources: this.#sources,
      hasSearch: tool !== undefined,
      functionName,
      showsResults,
      admitSearch: () => {
        if (number === maxRounds) return false;
        this.#searchesLeft -= 1;
        return this.#searchesLeft >= 0;
      },
      search: async (given) => {
        searches += 1;
        if (searches > maxSearchesInRound) return refusedSearch;
        try {
          const means = { sources: this.#sources, budget, services: this.#services };
          return await searchFiles(given, searcher, this.#request, means);
        } finally {
          // Throws the reason of the stop, whatever error the stopped search throws.
          this.#over.signal.throwIfAborted();
        }
      },
    });
  }

  #send(number: number, onReserved?: () => void): Promise<AsyncGenerator<ModelEvent[]>> {
    const { requestId, verb, path, queryText, headers, project, caller, rates } = this.#call;
    const { previousId, ...upstream } = this.#options.upstream ?? {};
    const state = {
      input: this.#input,
      previousId,
      isFirst: number === 1,
      offersSearch: number < maxRounds && this.#searchesLeft > 0,
      maxOutputTokens: this.#outputLeft(),
    };
    return sendModelRound(
      { requestId, verb, path, queryText, headers, project, caller, rates },
      {
        body: roundBody(this.#request, state),
        signal: this.#over.signal,
        ...upstream,
        ...(this.#options.save === undefined ? {} : { around: this.#holdingEnd }),
        ...(onReserved === undefined ? {} : { onReserved }),
      },
      this.#services,
    );
  }

  /** Holds back the end of a finished round until it is saved. A round that breaks off is reported at once. */
  readonly #holdingEnd =
    (report: EndOfCall, call: EndedCall['call']): EndOfCall =>
    (end) => {
      if (end.complete) this.#unsaved = { call, end, report };
      else report(end);
    };

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

/** The outcome of a search that exceeds the limit of its round. The model may ask again in the next round. */
const refusedSearch: SearchOutcome = {
  queries: [],
  hits: [],
  given: 0,
  isFailed: true,
  output: JSON.stringify({ error: `Only ${maxSearchesInRound} searches run in one round. This one did not run.` }),
};

const outOfTokens = { incomplete_details: { reason: 'max_output_tokens' } };

function timedOut(seconds: number): ServiceError {
  return new ServiceError('upstream_timeout', `The response was not complete after ${seconds} seconds.`);
}
