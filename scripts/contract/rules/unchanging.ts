// Members that no operation changes: every response that shows a resource must show them alike.

import { ownText } from '../limits.ts';
import type { JsonObject } from './resource.ts';

/** By the type of the object. A file of a vector store has the id of the file, so it may be attached again. */
const unchanging: Record<string, readonly string[]> = {
  vector_store: ['created_at', 'project_id'],
  'vector_store.file_batch': ['created_at', 'project_id', 'vector_store_id'],
  file: ['created_at', 'bytes', 'filename', 'purpose', 'expires_at'],
  upload: ['created_at', 'bytes', 'filename', 'purpose', 'expires_at'],
  'organization.project': ['created_at', 'organization_id'],
  'organization.admin_api_key': ['created_at', 'redacted_value'],
  'organization.project.api_key': ['created_at', 'redacted_value'],
  'webhook.delivery': ['created_at', 'project_id', 'event_id', 'event_type', 'origin'],
  conversation: ['created_at'],
  user: ['created_at'],
};

/** The number of resources that are remembered. A run creates fewer. */
const mostResources = 20_000;
const longestText = 300;

/** A member that two responses show differently: its name, and both values. */
export type Change = [member: string, before: unknown, now: unknown];

/** Remembers what responses have shown. */
export class Unchanging {
  readonly #seen = new Map<string, Record<string, string | undefined>>();

  /** Returns the members of the resources in a response that other responses have shown otherwise. */
  changesIn(body: unknown): Change[] {
    const found: Change[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      found.push(...this.#changesOf(node as JsonObject));
      for (const inside of Object.values(node)) visit(inside);
    };
    visit(body);
    return found;
  }

  #changesOf(item: JsonObject): Change[] {
    const members = typeof item.object === 'string' ? unchanging[item.object] : undefined;
    if (members === undefined || typeof item.id !== 'string' || item.id.length > longestText) return [];
    const key = ownText(`${item.object} ${item.id}`);
    const before = this.#seen.get(key);
    if (before === undefined) {
      if (this.#seen.size < mostResources)
        this.#seen.set(key, Object.fromEntries(members.map((name) => [name, kept(item[name])])));
      return [];
    }
    // A rotation shows the new value, whose ends are shown from then on.
    if (typeof item.value === 'string') before.redacted_value = kept(item.redacted_value);
    return members
      .filter((name) => Object.hasOwn(item, name) && before[name] !== undefined && before[name] !== kept(item[name]))
      .map((name) => [`${name} of a ${item.object} changes`, before[name], kept(item[name])]);
  }
}

/** Returns the value in a bounded form; undefined if the resource does not show the member. */
function kept(value: unknown): string | undefined {
  return value === undefined ? undefined : ownText(JSON.stringify(value).slice(0, longestText));
}
