// Makes the structured documents of the benchmark and their questions. The same program makes the same documents.

import { fillings, type Outline, outlines, padding, type Topic } from './texts.ts';

export interface StructuredDocument {
  title: string;
  text: string;
}

export interface Question {
  /** The part that the question names: a heading, a row of a table, a sentence, an item of a list or a line of code. */
  names: 'heading' | 'row' | 'sentence' | 'item' | 'code';
  text: string;
  document: string;
  /** The texts that must all stand in one chunk of the document: its chapter, its part, and what answers the question. */
  answer: string[];
}

export interface Collection {
  documents: StructuredDocument[];
  questions: Question[];
}

/** One question of so many is asked. */
const askedShare = 5;
const entriesPerVolume = 20;

/** Returns the documents with their questions. */
export function structuredDocuments(): Collection {
  const collection: Collection = { documents: [], questions: [] };
  for (const outline of outlines) new DocumentWriter(outline, collection).write();
  // By a hash of the place, so that each kind of question keeps its share.
  collection.questions = collection.questions.filter(
    (_, index) => (Math.imul(index, 0x9e3779b1) >>> 16) % askedShare === 0,
  );
  return collection;
}

class DocumentWriter {
  readonly #outline: Outline;
  readonly #collection: Collection;
  #seed: number;
  #lines: string[] = [];

  constructor(outline: Outline, collection: Collection) {
    this.#outline = outline;
    this.#collection = collection;
    this.#seed = [...outline.title].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) | 0, 7) || 1;
  }

  write(): void {
    const { title, order, names, parts, topics } = this.#outline;
    this.#lines = [`# ${title}`, '', this.#fill(padding.slice(0, 3).join(' ')), ''];
    if (order === 'register') this.#writeRegister();
    else {
      for (const name of names) {
        this.#heading(2, name);
        for (const part of parts) {
          this.#heading(3, part);
          for (const topic of topics) this.#section(`#### ${topic.title}`, name, part, topic);
        }
      }
    }
    this.#collection.documents.push({ title, text: this.#lines.join('\n') });
  }

  #writeRegister(): void {
    const { names, parts, topics } = this.#outline;
    const entries = names.flatMap((name) => parts.flatMap((part) => topics.map((topic) => ({ name, part, topic }))));
    for (let number = 1; entries.length > 0; number += 1) {
      if (number % entriesPerVolume === 1) this.#heading(2, `Volume ${Math.ceil(number / entriesPerVolume)}`);
      const [{ name, part, topic }] = entries.splice(this.#random(entries.length), 1) as [(typeof entries)[0]];
      this.#section(`### Entry ${number}: ${topic.title}, ${part} of ${name}`, name, part, topic);
    }
  }

  #heading(level: number, text: string): void {
    this.#lines.push(`${'#'.repeat(level)} ${text}`, '', this.#fill(this.#pick(padding)), '');
  }

  #section(heading: string, chapter: string, part: string, topic: Topic): void {
    const ask = (names: Question['names'], text: string, answer: string[]): void => {
      this.#collection.questions.push({
        names,
        text,
        document: this.#outline.title,
        answer: [chapter, part, ...answer],
      });
    };
    const of = `${part} of ${chapter}`;
    this.#lines.push(heading, '');
    const told = topic.sentences.map(([sentence, question]): string => {
      const filled = this.#fill(sentence);
      ask('sentence', `${question}? ${of}, ${topic.title.toLowerCase()}`, [filled]);
      return filled;
    });
    ask('heading', `${of}: ${topic.title}`, [told[0] as string]);
    const prose = [...told, this.#fill(this.#pick(padding)), this.#fill(this.#pick(padding))];
    this.#lines.push(prose.slice(0, 3).join(' '), '', prose.slice(3).join(' '), '');
    if (topic.items !== undefined) {
      const items = topic.items.map((item) => `- ${this.#fill(item)}`);
      for (const item of items) ask('item', `${of}, ${topic.title.toLowerCase()}: ${firstWords(item)}`, [item]);
      this.#lines.push(...items, '');
    }
    if (topic.table !== undefined) {
      const { columns, rows } = topic.table;
      const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
      this.#lines.push(line(columns), line(columns.map(() => '---')));
      for (const row of rows) {
        const name = this.#fill(row);
        const cells = columns.slice(1).map(() => this.#fill('{cell} {number}'));
        ask('row', `${columns[2]} of ${name} in the table of ${of}`, [line(columns), line([name, ...cells])]);
        this.#lines.push(line([name, ...cells]));
      }
      this.#lines.push('');
    }
    if (topic.code !== undefined) {
      const key = part.toLowerCase().replaceAll(' ', '_');
      const code = topic.code.map((one) => this.#fill(one.replaceAll('{part}', key))).join('\n');
      ask('code', `${topic.title} example for ${of}`, [code]);
      this.#lines.push('```', code, '```', '');
    }
  }

  #fill(text: string): string {
    const values: Record<string, () => string> = {
      number: () => String(11 + this.#random(88)),
      digit: () => String(2 + this.#random(8)),
      n: () => String(1 + this.#random(9)),
      hour: () => String(5 + this.#random(5)),
      minute: () => ['00', '10', '15', '20', '30', '45'][this.#random(6)] as string,
      day: () => `${4 + this.#random(17)}th`,
      year: () => String(2009 + this.#random(17)),
      ...Object.fromEntries(Object.entries(fillings).map(([name, texts]) => [name, () => this.#pick(texts)])),
    };
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (values[name] as () => string)());
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random(items.length)] as Item;
  }

  /** xorshift32 */
  #random(below: number): number {
    this.#seed ^= this.#seed << 13;
    this.#seed ^= this.#seed >>> 17;
    this.#seed ^= this.#seed << 5;
    return (this.#seed >>> 0) % below;
  }
}

/** Returns the beginning of an item, without its values. */
function firstWords(item: string): string {
  return item
    .replaceAll(/[^\p{L} ]/gu, '')
    .trim()
    .split(/\s+/)
    .slice(0, 5)
    .join(' ');
}
