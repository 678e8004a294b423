// The function calls in a streamed chat completion, in the order in which a response has them. Chat may interleave the
// arguments of parallel calls. In a response a call ends before the next call begins. So a call is held back until the
// arguments of the previous call are complete, which they usually are when the call begins.

import { newId } from '../../../models/ids.ts';

type Json = Record<string, unknown>;

/** The new part of a call. */
export interface Call {
  callId: string;
  name: string;
  delta: string;
  /** True if nothing of the call was returned before. */
  isNew: boolean;
}

interface Growing {
  callId: string;
  name: string;
  /** The arguments that were returned, and those that were not. */
  given: string;
  held: string;
  isBegun: boolean;
}

export class Calls {
  readonly #byIndex = new Map<unknown, Growing>();
  /** The calls that have not ended, in order. Only the first one has begun. */
  #open: Growing[] = [];

  /** Adds a piece of a call. */
  add({ index, id, function: called }: Json, at: number): void {
    const { name, arguments: given } = Object(called) as Json;
    const call = this.#callAt(index ?? at, id);
    if (call.name === '' && typeof name === 'string') call.name = name;
    // Some servers send an object.
    if (given != null) call.held += typeof given === 'string' ? given : JSON.stringify(given);
  }

  /** Returns the parts of calls that can be written now. */
  *ready(): Generator<Call> {
    for (let first = this.#open[0]; first !== undefined && first.name !== ''; first = this.#open[0]) {
      if (!first.isBegun || first.held !== '') yield news(first);
      if (this.#open.length === 1 || !isWhole(first.given)) return;
      this.#open.shift();
    }
  }

  /**
   * Ends all calls. Returns the parts that were held back. A call without arguments has an empty object, which clients
   * can parse.
   */
  *rest(): Generator<Call> {
    for (const call of this.#open) {
      if (call.given === '' && call.held === '') call.held = '{}';
      if (!call.isBegun || call.held !== '') yield news(call);
    }
    this.#open = [];
  }

  /** Returns the call at an index. Some servers give all calls the same index, but each an id of its own. */
  #callAt(index: unknown, id: unknown): Growing {
    const known = this.#byIndex.get(index);
    const isNamed = typeof id === 'string' && id !== '';
    if (known !== undefined && (!isNamed || id === known.callId)) return known;
    const callId = isNamed ? id : newId('tool-call');
    const call = { callId, name: '', given: '', held: '', isBegun: false };
    this.#byIndex.set(index, call);
    this.#open.push(call);
    return call;
  }
}

function news(call: Growing): Call {
  const { callId, name, held, isBegun } = call;
  call.given += held;
  call.held = '';
  call.isBegun = true;
  return { callId, name, delta: held, isNew: !isBegun };
}

function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
