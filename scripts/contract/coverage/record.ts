// Counts the calls of a client by operation and status. Its size is bounded by the document, however long the client runs.

import type { Document, Operation } from '../../document/index.ts';
import { finderOf, type Route, routesOf } from '../routes.ts';
import type { SeenCall } from './proxy.ts';

export interface OperationCoverage {
  operationId: string;
  method: string;
  path: string;
  calls: number;
  /** The number of answers by status. */
  statuses: Record<string, number>;
  /** The statuses that the document has for the operation, and that were not seen. */
  unseen: string[];
}

/** A call, or an answer, that the document does not have. */
export interface Undocumented {
  text: string;
  calls: number;
}

export interface Coverage {
  operations: OperationCoverage[];
  /** Calls of no operation. */
  strayCalls: Undocumented[];
  /** Answers with a status or a media type that the operation does not have. */
  unknownAnswers: Undocumented[];
  /** Calls that the server has not answered. */
  unanswered: number;
}

/** The number of different undocumented calls, and of answers, that are named. The others count together. */
const mostNamed = 100;
const longestPath = 120;

export class CoverageRecord {
  readonly #routes: Route[];
  readonly #find: ReturnType<typeof finderOf>;
  readonly #statuses = new Map<Operation, Map<number, number>>();
  readonly #strayCalls = new Map<string, number>();
  readonly #unknownAnswers = new Map<string, number>();
  #unanswered = 0;

  /** Counts the operations whose path begins with one of the prefixes; by default, all. */
  constructor(document: Document, prefixes: string[] = []) {
    const all = routesOf(document);
    this.#find = finderOf(all);
    this.#routes = all.filter(
      ({ path }) => prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix)),
    );
  }

  /** The number of operations that are counted. */
  get size(): number {
    return this.#routes.length;
  }

  addSilence(): void {
    this.#unanswered += 1;
  }

  add({ method, path, status, mediaType }: SeenCall): void {
    const operation = this.#find(method, path);
    if (operation === undefined || isUnknownEndpoint(operation, status)) {
      // OPTIONS is a question of a browser, not of the client.
      if (method !== 'OPTIONS') count(this.#strayCalls, `${method} ${path.slice(0, longestPath)} → ${status}`);
      return;
    }
    const statuses = this.#statuses.get(operation) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.#statuses.set(operation, statuses);
    const unknown = unknownIn(operation, method, status, mediaType);
    if (unknown !== undefined) count(this.#unknownAnswers, `${operation.operationId} → ${unknown}`);
  }

  result(): Coverage {
    const operations = this.#routes.map(({ path, method, operation }): OperationCoverage => {
      const statuses = [...(this.#statuses.get(operation) ?? [])].sort(([a], [b]) => a - b);
      const seen = new Set(statuses.map(([status]) => String(status)));
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        calls: statuses.reduce((sum, [, calls]) => sum + calls, 0),
        statuses: Object.fromEntries(statuses),
        unseen: Object.keys(operation.responses).filter((status) => /^\d+$/.test(status) && !seen.has(status)),
      };
    });
    return {
      operations,
      strayCalls: listed(this.#strayCalls),
      unknownAnswers: listed(this.#unknownAnswers),
      unanswered: this.#unanswered,
    };
  }
}

/** Returns true for an unknown path: the document cannot tell which custom endpoints exist. */
function isUnknownEndpoint(operation: Operation, status: number): boolean {
  return operation['x-passes-on'] === 'endpoint' && (status === 404 || status === 405);
}

/** Returns the status or the media type that the operation does not have; undefined if it has both. */
function unknownIn(
  { responses }: Operation,
  method: string,
  status: number,
  mediaType: string | undefined,
): string | undefined {
  const response = responses[String(status)] ?? responses[`${String(status)[0]}XX`];
  if (response === undefined) return responses.default === undefined ? String(status) : undefined;
  const declared = Object.keys(response.content ?? {}).map((type) => type.split(';')[0]?.toLowerCase());
  if (method === 'HEAD' || declared.length === 0 || declared.includes('*/*')) return undefined;
  return declared.includes(mediaType) ? undefined : `${status} ${mediaType ?? 'without a media type'}`;
}

function count(counts: Map<string, number>, text: string): void {
  const key = counts.has(text) || counts.size < mostNamed ? text : 'others';
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function listed(counts: Map<string, number>): Undocumented[] {
  return [...counts].map(([text, calls]) => ({ text, calls })).sort((a, b) => b.calls - a.calls);
}
