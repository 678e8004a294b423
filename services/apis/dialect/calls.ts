// Puts the pieces of tool calls together. Servers differ in how they tell which call a piece belongs to: by `index`, by
// `id`, or by both; some give all calls the same index, or the same id, or none of them.

type Json = Record<string, unknown>;

/** A tool call as far as it has arrived. */
export interface Call {
  /** Undefined: the server gave none, or one that another call has. */
  id: string | undefined;
  name: string;
  arguments: string;
  /** The `extra_content` of the call, which the server must get back with it. */
  extra?: Json;
}

/** A piece of a call in a chunk. */
interface Piece {
  index: string | undefined;
  id: string | undefined;
  name: string | undefined;
  arguments: string;
  extra: Json | undefined;
}

export class Calls {
  readonly #calls: Call[] = [];
  readonly #byIndex = new Map<string, Call>();
  /** Undefined: some servers give no ids. */
  readonly #byId = new Map<string, Call>();

  /** The number of calls. */
  get count(): number {
    return this.#calls.length;
  }

  /** Adds a piece. Returns its call, and the piece of the arguments; undefined if it repeats a whole call. */
  add(given: unknown): { call: Call; isNew: boolean; text: string } | undefined {
    const piece = pieceOf(given);
    const known = this.#find(piece);
    if (known !== undefined && repeats(piece, known)) return undefined;
    const isNew = known === undefined || isAnother(piece, known, this.#byIndex.get(piece.index ?? '') === known);
    const call = isNew ? this.#begin(piece) : known;
    if (call.name === '') call.name = piece.name ?? '';
    if (!isNew && call.id === undefined) this.#name(call, piece.id);
    if (piece.index !== undefined) this.#byIndex.set(piece.index, call);
    if (piece.extra !== undefined) call.extra ??= piece.extra;
    call.arguments += piece.arguments;
    return { call, isNew, text: piece.arguments };
  }

  #find({ index, id, name }: Piece): Call | undefined {
    if (index !== undefined) return this.#byIndex.get(index);
    if (id !== undefined) return this.#byId.get(id);
    return name === undefined ? this.#calls.at(-1) : undefined;
  }

  #begin({ id }: Piece): Call {
    const call: Call = { id: undefined, name: '', arguments: '' };
    this.#calls.push(call);
    this.#name(call, id);
    return call;
  }

  /** Gives the call its id, unless another call has it. */
  #name(call: Call, id: string | undefined): void {
    if (id === undefined || this.#byId.has(id)) return;
    call.id = id;
    this.#byId.set(id, call);
  }
}

function pieceOf(given: unknown): Piece {
  const { index, id, function: called, extra_content: extra, ...own } = Object(given) as Json;
  // The call that a custom tool is made by, and some servers, have the members one level higher.
  const { name, arguments: args = own.input } = Object(called ?? own.custom ?? own) as Json;
  return {
    index: index == null ? undefined : String(index),
    id: textIn(id),
    name: textIn(name),
    arguments: argumentsIn(args),
    extra: typeof extra === 'object' && extra !== null ? (extra as Json) : undefined,
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the arguments as JSON. An empty object says nothing: some servers begin a call with one. */
function argumentsIn(given: unknown): string {
  if (typeof given === 'string') return given;
  if (given == null || (typeof given === 'object' && Object.keys(given).length === 0)) return '';
  return JSON.stringify(given);
}

/** Returns true if the piece is a whole call that has arrived before. Some servers end a stream with all calls. */
function repeats({ id, name, arguments: text }: Piece, call: Call): boolean {
  return (
    id !== undefined && id === call.id && name === call.name && text !== '' && text === call.arguments && isWhole(text)
  );
}

/** Returns true if the piece begins another call than the one with its index or id. */
function isAnother({ id, name, arguments: text }: Piece, call: Call, isSameIndex: boolean): boolean {
  if (name === undefined) return false;
  const hasOtherId = isSameIndex && id !== undefined && call.id !== undefined && id !== call.id;
  if (isWhole(call.arguments)) return hasOtherId || text !== '';
  // Some servers make a new id for each piece of a call.
  return hasOtherId && (call.arguments === '' || name !== call.name);
}

/** Returns true if the text is a whole JSON object. */
export function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
