// Saves the filtered entries of the audit log as JSON lines, one entry a line.

import { useState } from 'preact/hooks';
import { download } from '../api/download.ts';
import type { AccountContext, ListOf, ListWindow, Schemas } from '../api/types.ts';
import { announce } from '../shell/announce.tsx';
import { count } from '../shell/format.tsx';
import { problem } from '../shell/problem.tsx';

const pageLength = 100;
const maxEntries = 20_000;

type Load = (window: ListWindow) => Promise<ListOf<Schemas['AuditLog']>>;

/** A button that exports what `load` lists. */
export function ExportButton({ context: { signal }, load }: { context: AccountContext; load: Load }) {
  const [loaded, setLoaded] = useState<number | undefined>(undefined);
  return (
    <button type="button" aria-disabled={loaded !== undefined} onClick={run}>
      {loaded === undefined ? 'Export as JSON lines' : `${count(loaded)} entries …`}
    </button>
  );

  async function run() {
    if (loaded !== undefined) return;
    try {
      const { entries, hasMore } = await all(load, setLoaded);
      if (signal.aborted) return;
      download('audit-log.jsonl', 'application/jsonl', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      announce(
        `${count(entries.length)} entries are exported.`,
        hasMore && ` These are the newest. Narrow the filters to export older entries.`,
      );
    } catch (error) {
      if (!signal.aborted) announce(problem(error));
    } finally {
      setLoaded(undefined);
    }
  }
}

async function all(load: Load, onCount: (count: number) => void) {
  const entries: Schemas['AuditLog'][] = [];
  let hasMore = true;
  let after: string | null = null;
  onCount(0);
  while (hasMore && entries.length < maxEntries) {
    const page = await load({ limit: pageLength, order: 'desc', ...(after === null ? {} : { after }) });
    entries.push(...page.data);
    after = page.last_id;
    hasMore = page.has_more;
    onCount(entries.length);
  }
  return { entries, hasMore };
}
