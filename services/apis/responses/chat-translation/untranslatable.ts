// A part of a request that chat completions cannot express.

/** A member of the request that has no translation, and why. */
export class Untranslatable extends Error {
  /** The path to the member, such as `tools`, `0`, `type`. */
  readonly path: string[];
  readonly value: unknown;

  /** @param what completes "the model's server has only chat completions, which …". */
  constructor(path: (string | number)[], what: string, value: unknown) {
    super(what);
    this.path = path.map(String);
    this.value = value ?? null;
  }
}
