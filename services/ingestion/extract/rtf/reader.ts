import { invalid } from '../../problem.ts';
import { heading, maxRowCharacters, oneLine, type Piece } from '../piece.ts';
import { encodingOfCodePage } from '../text/code-pages.ts';
import { decoderOf } from '../text/declared.ts';
import { encodingOfFont } from './charsets.ts';
import { TableRows } from './table-rows.ts';
import type { Token } from './tokens.ts';

const maxDepth = 5000;
const maxFonts = 5000;
const maxHeadingCharacters = 1000;

/** Groups whose text is not that of the document. So are those that begin with `\*`, but for the known ones. */
const skipped = new Set(
  'colortbl info pict nonshppict nonesttables shprslt ftnsep ftnsepc aftnsep aftnsepc xe tc txe rxe private listtable'.split(
    ' ',
  ),
);
const known = new Set(['fldinst', 'annotation', 'atnauthor', 'shpinst', 'ud', 'footnote', 'pn']);

const characters: Record<string, string> = {
  '~': '\u00a0',
  _: '-',
  tab: '\t',
  line: '\n',
  page: '\n',
  nestcell: '\t',
  nestrow: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
};

const documentEncodings: Record<string, string> = { mac: 'macintosh', pc: 'cp437', pca: 'cp850' };

/** Takes the text of the groups that share it. */
interface Sink {
  text: string;
}

interface Group {
  /** Without one, the text is left out. */
  sink: Sink | undefined;
  /** The characters of the replacement behind a Unicode character. */
  unicodeSkip: number;
  encoding: string | undefined;
  isHidden: boolean;
  isDeleted: boolean;
  /** The group is in the table of fonts or of styles. */
  list: 'fonts' | 'styles' | undefined;
  /** Takes the text of the group at its end. */
  end?: (text: string) => void;
}

export class RtfReader {
  readonly #document: Sink = { text: '' };
  #group: Group = {
    sink: this.#document,
    unicodeSkip: 1,
    encoding: undefined,
    isHidden: false,
    isDeleted: false,
    list: undefined,
  };
  readonly #outer: Group[] = [];
  #pieces: Piece[] = [];
  #encoding = 'windows-1252';
  readonly #fonts = new Map<number, string | undefined>();
  #font = 0;
  readonly #levels = new Map<number, number>();
  #style = 0;
  #level = 0;
  /** Text that is not decoded yet: a character may have several bytes. */
  #bytes = '';
  #leftOut = 0;
  /** The open group begins with `\*`. */
  #isOptional = false;
  /** The last token has opened a group: `\\*` has no meaning elsewhere. */
  #isAtStart = false;
  /** The footers, which stand at the end. Sections repeat headers and footers: each text stands once. */
  readonly #footers = new Set<string>();
  readonly #headers = new Set<string>();
  #instruction = '';
  #author = '';
  #property = '';
  #outerOfUnicode: Sink | undefined;
  /** Notes and comments, which stand behind their paragraph. */
  #behind: string[] = [];
  #isInTable = false;
  readonly #table = new TableRows((piece) => this.#pieces.push(piece));

  /** Returns the pieces that are complete. */
  pieces(): Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  take(token: Token): void {
    const isAtStart = this.#isAtStart;
    this.#isAtStart = token.type === 'open';
    if (token.type === 'bytes') this.#addBytes(token.bytes);
    else if (token.type === 'open') this.#open();
    else if (token.type === 'close') this.#close();
    else if (token.name !== '*') this.#word(token.name, token.value);
    else if (isAtStart) this.#isOptional = true;
  }

  end(): void {
    while (this.#outer.length > 0) this.#close();
    this.#flush();
    // A file that ends within a row has its text there.
    if (this.#isInTable && this.#document.text.trim() !== '') this.#endCell();
    this.#endRow();
    this.#endParagraph();
    this.#table.end();
    this.#pieces.push(...[...this.#footers].map((text) => `${text}\n`));
  }

  #addBytes(bytes: string): void {
    const own = bytes.slice(this.#leftOut);
    this.#leftOut -= bytes.length - own.length;
    this.#isOptional = false;
    if (this.#group.sink !== undefined) this.#bytes += own;
  }

  #open(): void {
    this.#flush();
    this.#leftOut = 0;
    if (this.#outer.length === maxDepth) throw invalid('The document is nested too deeply.');
    const { end: _end, ...inherited } = this.#group;
    this.#outer.push(this.#group);
    this.#group = inherited;
    if (inherited.list === 'styles') this.#collect((name) => this.#nameStyle(name));
  }

  #close(): void {
    this.#flush();
    this.#leftOut = 0;
    this.#isOptional = false;
    const closed = this.#group;
    this.#group = this.#outer.pop() ?? closed;
    closed.end?.(closed.sink?.text ?? '');
  }

  #word(name: string, value: number | undefined): void {
    if (name === 'u') this.#addUnicode(value ?? 0);
    else if (this.#leftOut > 0) this.#leftOut -= 1;
    else this.#shownWord(name, value);
  }

  #shownWord(name: string, value: number | undefined): void {
    this.#flush();
    const isUnknown = this.#isOptional && !known.has(name);
    this.#isOptional = false;
    if (isUnknown || skipped.has(name)) this.#group.sink = undefined;
    else if (name in characters) this.#add(characters[name] as string);
    else if (name in documentEncodings) this.#encoding = documentEncodings[name] as string;
    else if (this.#group.list !== undefined) this.#listWord(name, value ?? 0);
    else if (!this.#isInDocument) this.#innerWord(name, value);
    else if (!this.#table.define(name, value)) this.#textWord(name, value);
    if (name === 'trowd' && this.#isInDocument) this.#isInTable = true;
  }

  get #isInDocument(): boolean {
    return this.#group.sink === this.#document;
  }

  /** Takes a word within a note, a header or another text beside the document: its tables are no tables of the document. */
  #innerWord(name: string, value: number | undefined): void {
    if (name === 'cell') this.#add('\t');
    else if (name === 'row') this.#add('\n');
    else if (name !== 'pard' && name !== 'intbl' && name !== 's' && name !== 'outlinelevel')
      this.#textWord(name, value);
  }

  #listWord(name: string, value: number): void {
    if (name === 'f') this.#font = value;
    if (name === 's') this.#style = value;
    if (this.#fonts.size > maxFonts) return;
    if (name === 'fcharset') this.#fonts.set(this.#font, encodingOfFont(value));
    if (name === 'cpg' && value > 0) this.#fonts.set(this.#font, encodingOfCodePage(value));
  }

  #textWord(name: string, value: number | undefined): void {
    const group = this.#group;
    const isOn = value !== 0;
    if (name === 'par' || name === 'sect') this.#endParagraph();
    else if (name === 'cell') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (name === 'intbl') this.#isInTable = true;
    else if (name === 'pard') this.#resetParagraph();
    else if (name === 's') this.#style = value ?? 0;
    else if (name === 'outlinelevel') this.#level = (value ?? 9) < 9 ? (value ?? 0) + 1 : 0;
    else if (name === 'f') group.encoding = this.#fonts.get(value ?? 0);
    else if (name === 'uc') group.unicodeSkip = Math.max(0, value ?? 1);
    else if (name === 'v') group.isHidden = isOn;
    else if (name === 'deleted') group.isDeleted = isOn;
    else if (name === 'plain') Object.assign(group, { isHidden: false, isDeleted: false, encoding: undefined });
    else if (name === 'ansicpg' && value) this.#encoding = encodingOfCodePage(value);
    else this.#destination(name);
  }

  /** Takes a word that tells what the text of its group is. */
  #destination(name: string): void {
    if (name === 'fonttbl') Object.assign(this.#group, { list: 'fonts', sink: undefined });
    else if (name === 'stylesheet') Object.assign(this.#group, { list: 'styles', sink: undefined });
    else if (name === 'fldinst') this.#collect((text) => this.#setInstruction(text));
    else if (name === 'fldrslt') this.#collectLink(this.#instruction);
    else if (/^header[lrf]?$/.test(name)) this.#collect((text) => this.#addHeader(oneLine(text)));
    else if (/^footer[lrf]?$/.test(name)) this.#collect((text) => void this.#footers.add(oneLine(text)));
    else if (name === 'footnote') this.#collect((text) => this.#behind.push(`Footnote: ${oneLine(text)}`));
    else if (name === 'atnauthor') this.#collect((text) => this.#setAuthor(text));
    else if (name === 'annotation')
      this.#collect((text) => this.#behind.push(`Comment${this.#author}: ${oneLine(text)}`));
    else if (name === 'listtext' || name === 'pntext') this.#collect((text) => this.#addMark(text.trim()));
    else if (name === 'sn') this.#collect((text) => this.#setProperty(text));
    else if (name === 'sv') this.#collect((text) => this.#addProperty(text));
    else if (name === 'upr') {
      this.#outerOfUnicode = this.#group.sink;
      this.#group.sink = undefined;
    } else if (name === 'ud') this.#group.sink = this.#outerOfUnicode;
  }

  /** Collects the text of the open group. */
  #collect(end: (text: string) => void): void {
    this.#group.sink = { text: '' };
    this.#group.end = end;
  }

  #addHeader(text: string): void {
    if (text !== '' && !this.#headers.has(text)) this.#pieces.push(`${text}\n`);
    this.#headers.add(text);
  }

  #setInstruction(text: string): void {
    this.#instruction = text;
  }

  #setAuthor(text: string): void {
    this.#author = text.trim() === '' ? '' : ` by ${oneLine(text)}`;
  }

  #setProperty(text: string): void {
    this.#property = text.trim();
  }

  /** The alternative text of a picture or a shape is one of its properties. */
  #addProperty(text: string): void {
    if (this.#property === 'wzDescription') this.#document.text += text;
  }

  #collectLink(instruction: string): void {
    const address = /^\s*HYPERLINK\s+(?:\\l\s+)?"?([^"\s]+)/i.exec(instruction)?.[1] ?? '';
    const isShown = /^[a-z][a-z\d+.-]*:/i.test(address);
    this.#collect((text) => this.#add(isShown && !text.includes(address) ? `${text} (${address})` : text));
  }

  #addMark(mark: string): void {
    this.#add(/[\p{L}\p{N}]/u.test(mark) ? `${mark} ` : '- ');
  }

  #nameStyle(name: string): void {
    const level = Number(/^\s*heading (\d)\s*;/i.exec(name)?.[1] ?? 0);
    if (level > 0) this.#levels.set(this.#style, level);
    this.#style = 0;
  }

  /** Adds a code unit of UTF-16. */
  #addUnicode(value: number): void {
    this.#flush();
    this.#add(String.fromCharCode(value & 0xffff));
    this.#leftOut = this.#group.unicodeSkip;
  }

  #flush(): void {
    const bytes = this.#bytes;
    this.#bytes = '';
    if (bytes === '') return;
    const isAscii = !/[\u0080-\u00ff]/.test(bytes);
    const decoder = isAscii ? undefined : decoderOf(this.#group.encoding ?? this.#encoding);
    this.#add(decoder === undefined ? bytes : decoder.write(Buffer.from(bytes, 'latin1')) + decoder.end());
  }

  #add(text: string): void {
    const { sink, isHidden, isDeleted } = this.#group;
    if (sink !== undefined && !isHidden && !isDeleted) sink.text += text;
  }

  #endParagraph(): void {
    if (!this.#isInDocument || this.#isInTable) {
      this.#add('\n');
      return;
    }
    const { text } = this.#document;
    const level = this.#level || (this.#levels.get(this.#style) ?? 0);
    this.#document.text = '';
    if (text.trim() !== '') this.#table.end();
    const isHeading = level > 0 && text.length < maxHeadingCharacters;
    this.#pieces.push(isHeading ? heading(level, text) : `${text}\n`, ...this.#behind.map((note) => `${note}\n`));
    this.#behind = [];
  }

  #resetParagraph(): void {
    this.#style = 0;
    this.#level = 0;
    // Text in front of it belongs to the cell that is still open.
    if (this.#document.text === '') this.#isInTable = false;
  }

  #endCell(): void {
    const text = [this.#document.text, ...this.#behind].join(' ');
    this.#document.text = '';
    this.#behind = [];
    this.#table.addCell(text.slice(0, maxRowCharacters));
  }

  #endRow(): void {
    this.#table.endRow();
    this.#isInTable = false;
  }
}
