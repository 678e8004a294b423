// Saves the filtered entries of the audit log as JSON lines, one entry a line.

/** @import { AccountContext, Child, ListOf, ListWindow, Schemas } from './types.ts' */

import { announce } from './announce.js';
import { fill, h } from './dom.js';
import { download } from './download.js';
import { count } from './format.js';
import { problem } from './problem.js';

const pageLength = 100;
const maxEntries = 20_000;

/**
 * Returns the button that exports what `load` lists.
 * @param {AccountContext} context
 * @param {(window: ListWindow) => Promise<ListOf<Schemas['AuditLog']>>} load
 */
export function exportButton({ signal }, load) {
  const label = /** @type {Child} */ ('Export as JSON lines');
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
    /** @type {Schemas['AuditLog'][]} */
    const entries = [];
    let hasMore = true;
    /** @type {string | null} */
    let after = null;
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
