// Collects the fields of a feed and of its entries from the tags of the XML.

import type { XmlHandler } from '../xml.ts';

export interface Field {
  name: string;
  attributes: Record<string, string>;
  /** The texts of the element and of those in it. */
  text: string;
  /** The same as HTML, with the tags of the elements in it. */
  html: string;
  /** The field has elements in it. */
  hasTags: boolean;
  /** The address that relative links of the field belong to. */
  base: string;
}

interface FeedHandler {
  /** Takes the fields of the feed itself: before the first entry, and those behind the last one. */
  head(fields: Field[]): void;
  entry(fields: Field[]): void;
}

const feeds = new Set(['channel', 'atom:feed']);
const entries = new Set(['item', 'atom:entry']);
/** Elements whose own elements are fields of the entry. */
const groups = new Set(['media:group', 'media:content']);

export class FeedFields implements XmlHandler {
  readonly #handler: FeedHandler;
  /** The open elements, with the addresses that their relative links belong to. */
  readonly #open: { name: string; base: string }[] = [];
  #head: Field[] = [];
  #entry: Field[] | undefined;
  #field: Field | undefined;
  /** How many elements are open within the field. */
  #depth = 0;

  constructor(handler: FeedHandler) {
    this.#handler = handler;
  }

  open(name: string, attributes: Record<string, string>): void {
    const { name: parent = '', base: outer = '' } = this.#open.at(-1) ?? {};
    const base = resolved(attributes['xml:base'] ?? '', outer);
    if (this.#field !== undefined) this.#openWithin(this.#field, name, attributes);
    else if (entries.has(name)) {
      this.#endHead();
      this.#entry = [];
    } else if (feeds.has(parent) || entries.has(parent) || groups.has(parent)) {
      const field = { name, attributes, text: '', html: '', hasTags: false, base };
      (this.#entry ?? this.#head).push(field);
      if (!groups.has(name)) this.#field = field;
      this.#depth = 0;
    }
    this.#open.push({ name, base });
  }

  text(data: string): void {
    if (this.#field === undefined) return;
    this.#field.text += data;
    this.#field.html += escaped(data);
  }

  close(name: string): void {
    this.#open.pop();
    if (this.#field !== undefined && this.#depth > 0) {
      this.#depth -= 1;
      this.#field.html += `</${htmlName(name)}>`;
    } else if (this.#field !== undefined) this.#field = undefined;
    else if (entries.has(name)) {
      this.#handler.entry(this.#entry ?? []);
      this.#entry = undefined;
    }
  }

  /** Ends the feed. A feed that is cut off has an open entry. */
  end(): void {
    if (this.#entry !== undefined) this.#handler.entry(this.#entry);
    this.#endHead();
  }

  #openWithin(field: Field, name: string, attributes: Record<string, string>): void {
    field.hasTags = true;
    field.text += ' ';
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
    field.html += `<${htmlName(name)}${written.join('')}>`;
    this.#depth += 1;
  }

  #endHead(): void {
    if (this.#head.length > 0) this.#handler.head(this.#head);
    this.#head = [];
  }
}

/** Returns an address, resolved against the one that it belongs to if that one is known. */
export function resolved(address: string, base: string): string {
  if (address === '') return base;
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

function htmlName(name: string): string {
  return name.replace(/^html:/, '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
