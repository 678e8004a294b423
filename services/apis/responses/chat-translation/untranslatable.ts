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

/** A member that upstreams with responses may take. */
export class OnlyInResponses extends Untranslatable {}

/**
 * Returns the name of a tool, a call or a schema. Callers of chat completions write it one member deeper, inside of
 * `function`, and the model would get a function called "undefined".
 */
export function requiredName({ type, name }: Record<string, unknown>, path: (string | number)[]): string {
  if (typeof name === 'string') return name;
  throw new Untranslatable([...path, 'name'], `take no ${String(type)} without a name: send it beside type`, name);
}
