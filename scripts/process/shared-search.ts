// The search threads of all processes of one server. They are opened with the first search.

import type { Log } from '../../services/platform/index.ts';
import type { Config } from '../../services/settings/index.ts';
import type { SearchAnswer, Searcher, SearchQuestion } from '../../services/vectors/index.ts';

export class SharedSearch {
  readonly #config: Config;
  readonly #log: Log;
  #searcher: Promise<Searcher> | undefined;

  constructor(config: Config, log: Log) {
    this.#config = config;
    this.#log = log;
  }

  async answer({ id, question }: SearchQuestion): Promise<SearchAnswer> {
    try {
      return { kind: 'search', id, outcome: await (await this.#opened()).ask(question) };
    } catch (error) {
      const failure = { message: (error as Error).message, code: undefined, tooLarge: false, moved: false };
      return { kind: 'search', id, outcome: { failure } };
    }
  }

  async close(): Promise<void> {
    await (await this.#searcher)?.close();
  }

  #opened(): Promise<Searcher> {
    // A supervisor whose processes do not search loads nothing for it.
    this.#searcher ??= import('../../services/vectors/index.ts').then(({ openSearch }) =>
      openSearch(this.#config, this.#log),
    );
    return this.#searcher;
  }
}
