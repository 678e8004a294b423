// How much models wrote lately, for each project: the output that is reserved for a call whose caller sets no bound.

import type { ModelCall } from '../model-calls.ts';

/** The mean is that of about so many calls. */
const calls = 8;
const maxEntries = 10_000;

type Key = Pick<ModelCall, 'projectId' | 'target'>;

export class RecentOutput {
  readonly #usual: number;
  #means = new Map<string, number>();

  /** @param usual tokens of a call before any has ended: SVC_EXPECTED_OUTPUT_TOKENS. */
  constructor(usual: number) {
    this.#usual = usual;
  }

  /** Returns the tokens that calls of the model wrote lately in the project. */
  of(call: Key): number {
    return Math.ceil(this.#means.get(keyOf(call)) ?? this.#usual);
  }

  note(call: Key, tokens: number): void {
    const key = keyOf(call);
    const mean = this.#means.get(key) ?? this.#usual;
    if (this.#means.size >= maxEntries) this.#means = new Map();
    this.#means.set(key, mean + (tokens - mean) / calls);
  }
}

function keyOf({ projectId, target }: Key): string {
  return `${projectId} ${target}`;
}
