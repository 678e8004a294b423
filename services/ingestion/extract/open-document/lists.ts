// The numbers and bullets of lists (ODF 1.3, part 3, sections 5.3.2 and 16.30).

import { indentOf, integerOf, type Level, nextNumber } from '../list-numbers.ts';
import type { XmlHandler } from '../xml.ts';

type Levels = Map<number, Level>;

const maxLevels = 9;

/** Takes all tags of the styles and of the content. */
export class Lists implements XmlHandler {
  readonly #styles = new Map<string, Levels>();
  #levels: Levels = new Map();
  /** The styles of the open lists. */
  #open: string[] = [];
  /** The last numbers by level of the open list, and those of lists by their id, or the last one by its style. */
  #counts: number[] = [];
  readonly #lists = new Map<string, number[]>();
  /** The open item, until its first paragraph. */
  #item: { start: string | undefined } | undefined;

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'text:list-style') {
      this.#levels = new Map();
      this.#styles.set(attributes['style:name'] ?? '', this.#levels);
    } else if (name === 'text:list-level-style-number' && Number(attributes['text:level']) <= maxLevels)
      this.#levels.set(Number(attributes['text:level']) - 1, levelOf(attributes));
    else if (name === 'text:list') this.#begin(attributes);
    else if (name === 'text:list-item') this.#item = { start: attributes['text:start-value'] };
  }

  close(name: string): void {
    if (name === 'text:list') this.#open.pop();
    if (name === 'text:list-item') this.#item = undefined;
  }

  /** Returns the mark of a paragraph that begins a list item, indented by its level, with a blank; or ''. */
  mark(): string {
    if (this.#item === undefined) return '';
    const { start } = this.#item;
    this.#item = undefined;
    const at = this.#open.length - 1;
    const levels = this.#styles.get(this.#open.at(-1) ?? '');
    if (levels?.has(at) !== true) return `${indentOf(Math.max(0, at))}- `;
    const given = integerOf(start, Number.NaN);
    if (!Number.isNaN(given)) this.#counts[at] = given - 1;
    return nextNumber(this.#counts, at, (level) => levels.get(level));
  }

  #begin(attributes: Record<string, string>): void {
    const style = attributes['text:style-name'] ?? this.#open.at(-1) ?? '';
    this.#open.push(style);
    if (this.#open.length > 1) return;
    const before = attributes['text:continue-list'] ?? (attributes['text:continue-numbering'] === 'true' ? style : '');
    this.#counts = this.#lists.get(before) ?? [];
    for (const key of [style, attributes['xml:id']]) if (key) this.#lists.set(key, this.#counts);
  }
}

function levelOf(attributes: Record<string, string>): Level {
  const attribute = (name: string): string => attributes[name] ?? '';
  const format = attribute('style:num-format');
  const level = Number(attribute('text:level'));
  const shown = Math.min(Number(attribute('text:display-levels')) || 1, level);
  const numbers = Array.from({ length: shown }, (_, index) => `%${level - shown + 1 + index}`).join('.');
  const text = attribute('style:num-prefix') + (format === '' ? '' : numbers) + attribute('style:num-suffix');
  return { format, text: text.trim(), start: integerOf(attributes['text:start-value'], 1) };
}
