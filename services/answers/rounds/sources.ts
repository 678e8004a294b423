// The files that search results came from, numbered in the order in which they were found. The model cites a file by
// its number, which is shorter and easier to copy than an id.

export interface Source {
  number: number;
  fileId: string;
  filename: string;
}

export class Sources {
  readonly #byId = new Map<string, Source>();
  readonly #byNumber: Source[] = [];

  /** @param known the sources of earlier rounds, in order. */
  constructor(known: readonly Source[] = []) {
    for (const { fileId, filename } of known) this.add(fileId, filename);
  }

  get all(): readonly Source[] {
    return this.#byNumber;
  }

  /** Returns the source of a file. A file keeps its number in all searches of a response. */
  add(fileId: string, filename: string): Source {
    let source = this.#byId.get(fileId);
    if (source === undefined) {
      source = { number: this.#byNumber.length + 1, fileId, filename };
      this.#byId.set(fileId, source);
      this.#byNumber.push(source);
    }
    return source;
  }

  find(number: number): Source | undefined {
    return this.#byNumber[number - 1];
  }
}
