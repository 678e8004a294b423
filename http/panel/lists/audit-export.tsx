// Saves the filtered entries of the audit log as JSON lines, one entry a line.

import { useState } from 'preact/hooks';
import { type AccountContext, download, type ListOf, type ListWindow, type Schemas } from '../api/index.ts';
import { announce, count, problem } from '../shell/index.ts';
import { everyRow } from './whole-list.ts';

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
      let hasMore = false;
      const read = async (window: ListWindow) => {
        const page = await load(window);
        hasMore = page.has_more;
        return page;
      };
      setLoaded(0);
      const entries = await everyRow(read, { order: 'desc', most: maxEntries, onCount: setLoaded });
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
