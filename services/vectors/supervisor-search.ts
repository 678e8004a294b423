// The searches of a server process that has a supervisor, whose search threads answer those of all processes: the search
// cache is not multiplied by their number.

import type { Outcome, Question, Searcher } from './search-question.ts';

/** From a process to its supervisor. */
export interface SearchQuestion {
  kind: 'search?';
  id: number;
  question: Question;
}

export interface SearchAnswer {
  kind: 'search';
  id: number;
  outcome: Outcome;
}

export class SupervisorSearch implements Searcher {
  readonly #waiting = new Map<number, { resolve(outcome: Outcome): void; reject(error: Error): void }>();
  #questions = 0;

  constructor() {
    process.on('message', this.#hear);
  }

  ask(question: Question): Promise<Outcome> {
    const id = ++this.#questions;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      process.send?.({ kind: 'search?', id, question } satisfies SearchQuestion, undefined, {}, (error) => {
        if (error === null) return;
        this.#waiting.delete(id);
        reject(error);
      });
    });
  }

  async close(): Promise<void> {
    process.off('message', this.#hear);
    for (const { reject } of this.#waiting.values()) reject(new Error('The search is closed'));
    this.#waiting.clear();
  }

  readonly #hear = (message: SearchAnswer | { kind: string }): void => {
    if (!isAnswer(message)) return;
    this.#waiting.get(message.id)?.resolve(message.outcome);
    this.#waiting.delete(message.id);
  };
}

function isAnswer(message: SearchAnswer | { kind: string }): message is SearchAnswer {
  return message.kind === 'search';
}
