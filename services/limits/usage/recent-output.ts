// The mean output tokens of an answer in recent calls, for each project and model. Reserved for each answer of calls
// without an output limit.

import type { ModelCall } from '../model-calls.ts';

/** The exponential mean covers about this many calls. */
const calls = 8;
const maxEntries = 10_000;

type Key = Pick<ModelCall, 'projectId' | 'target'>;
type Noted = Key & Pick<ModelCall, 'answers'>;

export class RecentOutput {
  readonly #usual: number;
  #means = new Map<string, number>();

  /** @param usual the tokens to assume before a call has ended: SVC_EXPECTED_OUTPUT_TOKENS. */
  constructor(usual: number) {
    this.#usual = usual;
  }

  /** Returns the mean output tokens of an answer in recent calls of the model in the project. */
  of(call: Key): number {
    return Math.ceil(this.#means.get(keyOf(call)) ?? this.#usual);
  }

  forgetAll(): void {
    this.#means.clear();
  }

  /** Adds a call with its output tokens. */
  note(call: Noted, tokens: number): void {
    const ofAnswer = tokens / (call.answers ?? 1);
    const key = keyOf(call);
    const mean = this.#means.get(key) ?? this.#usual;
    if (this.#means.size >= maxEntries) this.#means = new Map();
    this.#means.set(key, mean + (ofAnswer - mean) / calls);
  }
}

function keyOf({ projectId, target }: Key): string {
  return `${projectId} ${target}`;
}
