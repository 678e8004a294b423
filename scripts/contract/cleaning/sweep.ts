// Deletes what earlier runs have left, such as runs that were killed. Their resources are found by their names.

import { inParallel } from '../../parallel/index.ts';
import type { Credentials } from '../credentials.ts';
import type { Ask } from '../send.ts';
import { stateOfRun } from '../tag.ts';
import { cleaningWidth, type Kind, kindsOf } from './kinds.ts';
import { walk } from './pages.ts';

interface SweepOptions {
  ask: Ask;
  credentials: Credentials;
  /** The number of pages of each list that are searched, newest items first. */
  mostPages: number;
  /** Also deletes resources of runs that may still be running. */
  isForced?: boolean;
  /** The tag of the only run whose resources are deleted, whatever its state. */
  tag?: string;
}

/** Each text names a resource. */
export interface Sweep {
  deleted: string[];
  /** The resources of runs that may still be running. */
  kept: string[];
  /** The resources that could not be deleted, with the reasons. */
  left: string[];
}

export async function sweep({ ask, credentials, mostPages, isForced = false, tag }: SweepOptions): Promise<Sweep> {
  const result: Sweep = { deleted: [], kept: [], left: [] };
  const { adminToken, organizationKey, projectKey, otherProjectKey } = credentials;
  const whole = adminToken ?? organizationKey;
  const tokens = (whole === undefined ? [projectKey, otherProjectKey] : [whole]).filter((token) => token !== undefined);
  for (const token of tokens)
    for (const kind of kindsOf(credentials)) {
      const items = await named(ask, kind, token, mostPages);
      await inParallel(cleaningWidth, items, async ({ id, label }) => {
        if (tag !== undefined && !String(label).startsWith(tag)) return;
        if (tag === undefined && stateOfRun(label) === 'running' && !isForced) {
          result.kept.push(`${kind.name} ${id}`);
          return;
        }
        await kind.remove(ask, id, token).then(
          () => result.deleted.push(`${kind.name} ${id}`),
          (error: Error) => result.left.push(`${kind.name} ${id}: ${error.message}`),
        );
      });
    }
  return result;
}

/** Returns the items whose label belongs to a contract run. */
async function named(
  ask: Ask,
  kind: Kind,
  token: string,
  mostPages: number,
): Promise<{ id: string; label: unknown }[]> {
  if (kind.list === undefined) return [];
  const { path, query } = kind.list;
  const items = await walk(ask, path, { token, ...(query === undefined ? {} : { query }) }, mostPages);
  return items
    .map((item) => ({ id: item.id, label: kind.labelOf?.(item) }))
    .filter(({ label }) => stateOfRun(label) !== 'other');
}
