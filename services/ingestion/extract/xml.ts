// Streams the XML parts of office documents as elements and texts. Names have the prefixes below, whatever the part writes.
// Entities are never resolved: a part that declares any is refused, as the format requires.

import { Parser } from 'htmlparser2';
import { FileProblem, invalid } from '../problem.ts';
import { type TextDecoding, xmlDecoder } from './text/index.ts';

const maxDepth = 1000;

export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(data: string): void;
  close?(name: string): void;
}

/**
 * Parses a part, and yields after each piece, so that the caller can take what the handler has collected. Throws a
 * FileProblem if the part ends within an element, or has text and no element: a part of the document is lost.
 */
export async function* readXml(part: AsyncIterable<Buffer>, handler: XmlHandler): AsyncIterable<void> {
  const isWhole = yield* readXmlTexts(decoded(part), handler);
  if (!isWhole) throw invalid('A part of the document is broken: its XML ends too early.');
}

async function* decoded(part: AsyncIterable<Buffer>): AsyncIterable<string> {
  let decoder: TextDecoding | undefined;
  for await (const bytes of part) {
    decoder ??= xmlDecoder(bytes);
    yield decoder.write(bytes);
  }
  yield decoder?.end() ?? '';
}

/** Reads a part without text. The rest of a broken one is left out: a document is of use without its styles and numbers. */
export async function readAside(part: AsyncIterable<void>): Promise<void> {
  try {
    for await (const _piece of part);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
  }
}

/** Parses XML that arrives in pieces of text. Returns true if it was empty, or had elements and all of them ended. */
export async function* readXmlTexts(
  texts: AsyncIterable<string>,
  handler: XmlHandler,
): AsyncGenerator<void, boolean, void> {
  let hasBegun = false;
  let isEmpty = true;
  let depth = 0;
  const names = new Names();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        hasBegun = true;
        depth += 1;
        if (depth > maxDepth) throw invalid('The document is nested too deeply.');
        names.open(name, attributes);
        handler.open?.(names.last, names.attributes(attributes));
      },
      ontext: (data) => handler.text?.(data),
      onclosetag() {
        depth -= 1;
        handler.close?.(names.close());
      },
      onprocessinginstruction(name, data) {
        if (name.toLowerCase() === '!doctype' && data.includes('['))
          throw invalid('The document declares XML entities, which are not supported.');
      },
    },
    { xmlMode: true },
  );
  for await (const text of texts) {
    isEmpty &&= text.trim() === '';
    parser.write(text);
    yield;
  }
  const isWhole = isEmpty || (hasBegun && depth === 0);
  parser.end();
  yield;
  return isWhole;
}

const ooxml = 'http://schemas.openxmlformats.org';
/** The strict variant of the format. */
const strict = 'http://purl.oclc.org/ooxml';
const openDocument = 'urn:oasis:names:tc:opendocument:xmlns';
/** The prefix that readers know a namespace by. */
const prefixes = new Map(
  [
    [`${ooxml}/spreadsheetml/2006/main`, ''],
    [`${strict}/spreadsheetml/main`, ''],
    [`${ooxml}/package/2006/relationships`, ''],
    ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', ''],
    [`${ooxml}/wordprocessingml/2006/main`, 'w:'],
    [`${strict}/wordprocessingml/main`, 'w:'],
    [`${ooxml}/drawingml/2006/main`, 'a:'],
    [`${strict}/drawingml/main`, 'a:'],
    [`${ooxml}/presentationml/2006/main`, 'p:'],
    [`${strict}/presentationml/main`, 'p:'],
    [`${ooxml}/officeDocument/2006/relationships`, 'r:'],
    [`${strict}/officeDocument/relationships`, 'r:'],
    [`${ooxml}/markup-compatibility/2006`, 'mc:'],
    [`${ooxml}/officeDocument/2006/math`, 'm:'],
    [`${strict}/officeDocument/math`, 'm:'],
    [`${ooxml}/drawingml/2006/wordprocessingDrawing`, 'wp:'],
    [`${strict}/drawingml/wordprocessingDrawing`, 'wp:'],
    [`${ooxml}/drawingml/2006/picture`, 'pic:'],
    [`${strict}/drawingml/picture`, 'pic:'],
    [`${ooxml}/drawingml/2006/chart`, 'c:'],
    [`${strict}/drawingml/chart`, 'c:'],
    [`${ooxml}/drawingml/2006/diagram`, 'dgm:'],
    [`${strict}/drawingml/diagram`, 'dgm:'],
    ['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx:'],
    ['http://schemas.microsoft.com/office/powerpoint/2018/8/main', 'p188:'],
    ['urn:schemas-microsoft-com:vml', 'v:'],
    ...['office', 'text', 'table', 'presentation', 'chart', 'style', 'meta'].map((name) => [
      `${openDocument}:${name}:1.0`,
      `${name}:`,
    ]),
    // LibreOffice has the comments of slides there.
    ['http://openoffice.org/2009/office', 'office:'],
    [`${openDocument}:drawing:1.0`, 'draw:'],
    [`${openDocument}:svg-compatible:1.0`, 'svg:'],
    ...['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'].map((name) => [name, 'atom:']),
    ...[
      'http://purl.org/rss/1.0/',
      'http://my.netscape.com/rdf/simple/0.9/',
      'http://channel.netscape.com/rdf/simple/0.9/',
      'http://backend.userland.com/rss2',
      'http://backend.userland.com/rss',
      'http://blogs.law.harvard.edu/tech/rss',
    ].map((name) => [name, '']),
    ['http://purl.org/rss/1.0/modules/content/', 'content:'],
    ...['http://search.yahoo.com/mrss/', 'http://search.yahoo.com/mrss'].map((name) => [name, 'media:']),
    ...['http://www.itunes.com/dtds/podcast-1.0.dtd', 'http://www.itunes.com/DTDs/Podcast-1.0.dtd'].map((name) => [
      name,
      'itunes:',
    ]),
    ['http://purl.org/dc/terms/', 'dcterms:'],
    ['http://www.w3.org/1999/xhtml', 'html:'],
    ['http://www.w3.org/1998/Math/MathML', 'math:'],
    ['http://www.w3.org/1999/xlink', 'xlink:'],
    ['http://purl.org/dc/elements/1.1/', 'dc:'],
  ].map(([namespace = '', prefix = '']): [string, string] => [namespace, prefix]),
);

/** The names of the open elements, with the known prefixes of their namespaces. */
class Names {
  readonly #open: { name: string; scope: ReadonlyMap<string, string> }[] = [];
  #scope: ReadonlyMap<string, string> = new Map();

  get last(): string {
    return this.#open.at(-1)?.name ?? '';
  }

  open(name: string, attributes: Record<string, string>): void {
    const outer = this.#scope;
    for (const key in attributes) {
      if (!key.startsWith('xmlns')) continue;
      const known = prefixes.get(attributes[key] ?? '');
      const written = key === 'xmlns' ? '' : `${key.slice('xmlns:'.length)}:`;
      if ((known ?? written) === (this.#scope.get(written) ?? written)) continue;
      this.#scope = new Map(this.#scope).set(written, known ?? written);
    }
    this.#open.push({ name: this.#known(name), scope: outer });
  }

  close(): string {
    const { name, scope } = this.#open.pop() ?? { name: '', scope: this.#scope };
    this.#scope = scope;
    return name;
  }

  attributes(attributes: Record<string, string>): Record<string, string> {
    if (this.#scope.size === 0) return attributes;
    return Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name.includes(':') ? this.#known(name) : name, value]),
    );
  }

  #known(name: string): string {
    if (this.#scope.size === 0) return name;
    const colon = name.indexOf(':') + 1;
    const prefix = this.#scope.get(name.slice(0, colon));
    return prefix === undefined ? name : prefix + name.slice(colon);
  }
}
