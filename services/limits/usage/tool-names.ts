// The names of tools in usage. Callers choose these names, and each name is a row in each minute: so the number of names
// is bounded. More calls than that are counted under one name.

import { startOf } from './time.ts';

/** The maximum number of names of a project in a day. Each process counts its own. */
const maxNames = 200;
/** The maximum length in an allow list of tools. */
const maxLength = 128;
const otherTools = '(other)';

export class ToolNames {
  #day = 0;
  readonly #names = new Map<string, Set<string>>();

  /** Returns PREFIX/TOOL, with another name for the tool if the project has called too many. `now` in Unix seconds. */
  nameOf(projectId: string, prefix: string, tool: string, now: number): string {
    const day = startOf('day', now);
    if (day !== this.#day) this.#names.clear();
    this.#day = day;
    const names = this.#names.get(projectId) ?? new Set();
    this.#names.set(projectId, names);
    const name = `${prefix}/${tool}`;
    const isKept = names.has(name) || (tool.length <= maxLength && names.size < maxNames);
    if (isKept) names.add(name);
    return isKept ? name : `${prefix}/${otherTools}`;
  }
}
