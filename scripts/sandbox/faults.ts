// The faults that are set, and which calls get them.

import type { IncomingMessage } from 'node:http';
import type { components } from '../../generated/sandbox.ts';

type FaultRequest = components['schemas']['FaultRequest'];
type Resource = components['schemas']['Fault'];

export type FaultKind = FaultRequest['kind'];

/** A fault of one call. */
export interface Fault {
  kind: FaultKind;
  value: number | undefined;
}

interface Rule {
  resource: Resource;
  random: () => number;
}

export const faultHeader = 'svc-sandbox-fault';
const kinds: readonly string[] = [
  'rate_limit',
  'server_error',
  'unavailable',
  'expired_key',
  'slow',
  'cut_stream',
  'lost_connection',
] satisfies FaultKind[];

export class Faults {
  #rules: Rule[] = [];
  #count = 0;

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  add(request: FaultRequest, organizationId: string | undefined): Resource {
    this.#count += 1;
    const resource = { ...request, id: `fault_${this.#count}`, organization_id: organizationId ?? null, made: 0 };
    this.#rules.push({ resource, random: randomOf(request.seed ?? 1) });
    return resource;
  }

  /** Returns the faults of an organization, or all. */
  list(organizationId: string | undefined): Resource[] {
    const all = this.#rules.map(({ resource }) => resource);
    return organizationId === undefined ? all : all.filter((one) => one.organization_id === organizationId);
  }

  /** Removes the faults of an organization, or all. */
  remove(organizationId: string | undefined): void {
    this.#rules =
      organizationId === undefined
        ? []
        : this.#rules.filter(({ resource }) => resource.organization_id !== organizationId);
  }

  /** Returns the fault that the call gets, and counts it. */
  take({ method, url = '' }: IncomingMessage, organizationId: string | undefined): Fault | undefined {
    for (const { resource, random } of this.#rules) {
      const { times, share = 1, method: only, path = '', organization_id: whose, kind, value } = resource;
      if (times !== null && resource.made >= (times ?? 1)) continue;
      if (whose !== null && whose !== organizationId) continue;
      if ((only !== undefined && only !== method) || !url.startsWith(path)) continue;
      if (random() >= share) continue;
      resource.made += 1;
      return { kind, value };
    }
    return undefined;
  }
}

/** Returns the fault that a header names; undefined if it names none. */
export function faultIn(header: string): Fault | undefined {
  const [, kind = '', value] = /^\s*(\w+)(?:=(\d{1,6}))?\s*$/.exec(header) ?? [];
  if (!kinds.includes(kind)) return undefined;
  return { kind: kind as FaultKind, value: value === undefined ? undefined : Number(value) };
}

/** Returns a generator of numbers from 0 to 1 that a seed decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
