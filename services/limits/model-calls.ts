// Who wants to know of calls that go to models, endpoints and MCP servers: limits may refuse one before it is sent, usage
// is counted when it has ended. Whoever watches registers here once; the calls know of nobody who watches.

import type { Price } from '../settings/upstream-settings.ts';
import type { Limits } from '../tenancy/project-rules.ts';
import type { Rates } from './rates.ts';
import type { RecentOutput } from './usage/recent-output.ts';
import { usedTokens } from './usage/tokens.ts';

/** A call that is about to be sent. */
export interface ModelCall {
  kind: 'chat' | 'completion' | 'response' | 'embedding' | 'custom_endpoint' | 'mcp' | 'kept_response';
  projectId: string;
  limits: Limits;
  /** Is told what is left of the limits. */
  rates: Rates;
  organizationId: string;
  /** The key that calls, or the user's id where it is a user. */
  callerId: string;
  /** The model, or the endpoint's path, or the MCP server's prefix; empty for a kept response of which nobody knows who made it. */
  target: string;
  /** The upstreams that may answer. */
  answerers: readonly Answerer[];
  request: ModelRequest;
  /** Whether the answer is to come as a stream. */
  streams: boolean;
  /** The most tokens that the caller lets the model write; undefined: as many as it wants. */
  maxOutputTokens: number | undefined;
}

/** What is known of a request's size in tokens. */
export interface ModelRequest {
  bytes: number;
  /** What a model is asked; undefined for other calls, and if it is too large to be kept until the call ends. */
  body: Record<string, unknown> | undefined;
  /** The tokens of the input, as estimated for a reservation. */
  estimate: number | undefined;
}

/** Who answers calls. */
export interface Answerer {
  readonly name: string;
  /** What it takes for a model; undefined: nobody has said. */
  priceOf(model: string): Price | undefined;
}

/** What a model read and wrote. */
export interface Tokens {
  input: number;
  output: number;
  /** Those of the input that it had kept from an earlier call. */
  cachedInput: number;
}

/** How a call ended. */
export interface ModelCallEnd {
  /** The answer's status; 499: the caller left before the answer; 0: the call was not sent after all. */
  status: number;
  /** Whether the answer came to its end. */
  complete: boolean;
  /** Who answered, or was asked when the caller left; undefined: the server itself, or nobody. */
  upstream: Answerer | undefined;
  /** As the upstream counts them; undefined where it does not say. */
  tokens: Tokens | undefined;
  /** What it used is counted with another call: with the one that was the first to be told. */
  isCountedElsewhere?: boolean;
  answerBytes: number;
  /** The text that a stream of events has brought, for counting it where no usage follows. */
  written?: string;
}

/** Is told how the call ended: once, whatever happened. */
export type EndOfCall = (end: ModelCallEnd) => void;

export interface ModelCallWatcher {
  /** Before anything is sent. Throws to refuse the call. */
  begin(call: ModelCall): EndOfCall | undefined | Promise<EndOfCall | undefined>;
}

const notSent: ModelCallEnd = { status: 0, complete: false, upstream: undefined, tokens: undefined, answerBytes: 0 };

export class ModelCalls {
  readonly #recent: RecentOutput;
  /** Ends whose tokens are being counted. */
  readonly #counting = new Set<Promise<void>>();
  readonly #watchers: ModelCallWatcher[] = [];

  constructor(recent: RecentOutput) {
    this.#recent = recent;
  }

  /** Resolves when the watchers have been told of every call that has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#counting);
  }

  /** Registers who watches, in the order in which they are asked. */
  watch(watcher: ModelCallWatcher): void {
    this.#watchers.push(watcher);
  }

  /**
   * Announces a call. Throws what a watcher refuses it with; those asked before are told that it was not sent. At once where
   * no watcher has to think about it.
   */
  begin(call: ModelCall): EndOfCall | Promise<EndOfCall> {
    const ends: EndOfCall[] = [];
    try {
      const begun = this.#ask(call, ends, 0);
      return begun === undefined
        ? this.#ending(call, ends)
        : begun.then(
            () => this.#ending(call, ends),
            (error: unknown) => refuse(ends, error),
          );
    } catch (error) {
      return refuse(ends, error);
    }
  }

  /** Asks the watchers from the one at the place on. */
  #ask(call: ModelCall, ends: EndOfCall[], from: number): undefined | Promise<void> {
    for (let place = from; place < this.#watchers.length; place += 1) {
      const begun = (this.#watchers[place] as ModelCallWatcher).begin(call);
      if (begun instanceof Promise) {
        return begun.then((end) => {
          if (end !== undefined) ends.push(end);
          return this.#ask(call, ends, place + 1);
        });
      }
      if (begun !== undefined) ends.push(begun);
    }
    return undefined;
  }

  /** Tells all watchers, once, with the tokens that the call is charged for. */
  #ending(call: ModelCall, ends: readonly EndOfCall[]): EndOfCall {
    let isOver = false;
    const tell = (end: ModelCallEnd): void => {
      if (end.tokens !== undefined && end.complete) this.#recent.note(call, end.tokens.output);
      for (const one of ends) one(end);
    };
    return (end) => {
      if (isOver) return;
      isOver = true;
      const tokens = usedTokens(call, end, this.#recent);
      if (!(tokens instanceof Promise)) {
        tell(tokens === end.tokens ? end : { ...end, tokens });
        return;
      }
      const counting = tokens
        .then((counted) => tell({ ...end, tokens: counted }))
        .finally(() => this.#counting.delete(counting));
      this.#counting.add(counting);
    };
  }
}

function refuse(ends: readonly EndOfCall[], error: unknown): never {
  for (const end of ends) end(notSent);
  throw error;
}
