// Saves the filtered entries of the audit log as JSON lines, one entry a line.

import { download } from '../api/download.ts';
import type { AccountContext, Child, ListOf, ListWindow, Schemas } from '../api/types.ts';
import { announce } from '../shell/announce.ts';
import { fill, h } from '../shell/dom.ts';
import { count } from '../shell/format.ts';
import { problem } from '../shell/problem.ts';

const pageLength = 100;
const maxEntries = 20_000;

/** Returns the button that exports what `load` lists. */
export function exportButton(
  { signal }: AccountContext,
  load: (window: ListWindow) => Promise<ListOf<Schemas['AuditLog']>>,
) {
  const label = 'Export as JSON lines' as Child;
  const button = h('button', { type: 'button', click: run }, label);
  return button;

  async function run() {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    try {
      const { entries, hasMore } = await all();
      if (signal.aborted) return;
      download('audit-log.jsonl', 'application/jsonl', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      announce(
        `${count(entries.length)} entries are exported.`,
        hasMore && ` These are the newest. Narrow the filters to export older entries.`,
      );
    } catch (error) {
      if (!signal.aborted) announce(problem(error));
    } finally {
      button.removeAttribute('aria-disabled');
      fill(button, label);
    }
  }

  async function all() {
    const entries: Schemas['AuditLog'][] = [];
    let hasMore = true;
    let after: string | null = null;
    while (hasMore && entries.length < maxEntries) {
      const page = await load({ limit: pageLength, order: 'desc', ...(after === null ? {} : { after }) });
      entries.push(...page.data);
      after = page.last_id;
      hasMore = page.has_more;
      fill(button, `${count(entries.length)} entries …`);
    }
    return { entries, hasMore };
  }
}
