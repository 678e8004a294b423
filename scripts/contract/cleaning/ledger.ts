// Records what a run creates, so that the run deletes it at its end. A case may give a resource any name: the ledger
// renames it, so that a later run finds it if this one is killed.

import { inParallel } from '../../parallel/index.ts';
import type { Credentials } from '../credentials.ts';
import { idOf } from '../limits.ts';
import type { Answer, Ask, RequestOptions } from '../send.ts';
import { stateOfRun } from '../tag.ts';
import { cleaningWidth, type Kind, kindsOf } from './kinds.ts';

interface Entry {
  kind: Kind;
  id: string;
  token: string;
}

const mostEntries = 20_000;

export class Ledger {
  readonly #kinds: Kind[];
  readonly #tag: string;
  readonly #token: string | undefined;
  /** By kind and id. */
  readonly #entries = new Map<string, Entry>();
  /** Resources whose names do not begin with the tag. */
  readonly #unmarked = new Map<string, string>();

  /** `credentials` are those of the run. The keys that the run creates may be deleted before the end. */
  constructor(credentials: Credentials, tag: string) {
    this.#kinds = kindsOf(credentials);
    this.#tag = tag;
    this.#token = credentials.adminToken ?? credentials.organizationKey;
  }

  /**
   * Records what a successful request has created or renamed. Returns the paths of resources whose names do not begin with
   * the tag.
   */
  record(method: string, path: string, { token: sent, body }: RequestOptions, answer: Answer): string[] {
    const [at = path] = path.split('?');
    const token = this.#token ?? sent;
    if (method !== 'POST' || answer.status >= 300 || token === undefined || this.#entries.size >= mostEntries)
      return [];
    const unmarked: string[] = [];
    for (const kind of this.#kinds) {
      const id = idOf(kind.creation.test(at) ? kind.idIn(answer.body) : undefined);
      if (id !== undefined) this.#entries.set(`${kind.name} ${id}`, { kind, id, token });
      const renamed = kind.renamedAt?.test(at) === true ? at : undefined;
      const item = id === undefined ? renamed : kind.renamedAt && `${at.replace(/\/$/, '')}/${id}`;
      if (item === undefined || stateOfRun((body as { name?: unknown } | undefined)?.name) !== 'other') continue;
      this.#unmarked.set(item, token);
      unmarked.push(item);
    }
    return unmarked;
  }

  /**
   * Renames the resources at the paths whose names do not begin with the tag, by default all. A server that refuses leaves
   * them to this run.
   */
  async mark(ask: Ask, paths: readonly string[] = [...this.#unmarked.keys()]): Promise<void> {
    for (const path of paths) {
      const token = this.#unmarked.get(path);
      this.#unmarked.delete(path);
      const name = `${this.#tag} case ${path.split('/').at(-1)}`;
      await ask('POST', path, { token, body: { name } }).catch(() => undefined);
    }
  }

  /** Returns a text for each resource that exists. */
  list(): string[] {
    return [...this.#entries.values()].map(({ kind, id }) => `${kind.name} ${id}`);
  }

  /** Deletes everything. Returns a text for each resource that could not be deleted. */
  async clear(ask: Ask): Promise<string[]> {
    const left: string[] = [];
    for (const kind of this.#kinds) {
      const entries = [...this.#entries].filter(([, entry]) => entry.kind === kind);
      await inParallel(cleaningWidth, entries, async ([key, { id, token }]) => {
        try {
          await kind.remove(ask, id, token);
          this.#entries.delete(key);
        } catch (error) {
          left.push(`${kind.name} ${id}: ${(error as Error).message}`);
        }
      });
    }
    return left;
  }
}
