// The headers and footers of a text (ODF 1.3, part 3, sections 16.10 and 16.11), which stand in its styles.

import { oneLine } from '../piece.ts';
import type { Element, TreeHandler } from '../tree.ts';
import { inlineOf } from './inline.ts';
import type { Lists } from './lists.ts';

/** Takes the styles. Each header and footer stands once, however many pages have it. */
export class Margins implements TreeHandler {
  readonly whole = new Set(
    ['', '-first', '-left'].flatMap((pages) => [`style:header${pages}`, `style:footer${pages}`]),
  );
  readonly headers = new Set<string>();
  readonly footers = new Set<string>();
  readonly #lists: Lists;

  constructor(lists: Lists) {
    this.#lists = lists;
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#lists.open(name, attributes);
  }

  close(name: string): void {
    this.#lists.close(name);
  }

  element(element: Element): void {
    if (element.attributes['style:display'] === 'false') return;
    const known = element.name.startsWith('style:header') ? this.headers : this.footers;
    for (const line of inlineOf(element, this.#lists).text.split('\n'))
      if (line.trim() !== '') known.add(oneLine(line));
  }
}
