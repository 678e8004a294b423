// Tests where chunks end: at headings, paragraphs, list items, rows and code blocks, else at sentences, else at words.

import t from 'tap';
import { Chunker, type ChunkLimits, type TextChunk } from '../../../services/ingestion/chunker.ts';
import type { Piece } from '../../../services/ingestion/extract/index.ts';

t.setTimeout(300_000);

function chunksOf(pieces: Iterable<Piece>, limits: Partial<ChunkLimits> = {}): TextChunk[] {
  const chunker = new Chunker({ maxTokens: 150, overlapTokens: 0, ...limits });
  const chunks: TextChunk[] = [];
  for (const piece of pieces) chunks.push(...chunker.push(piece));
  return [...chunks, ...chunker.end()];
}

function textsOf(pieces: Iterable<Piece>, limits: Partial<ChunkLimits> = {}): string[] {
  return chunksOf(pieces, limits).map(({ text }) => text);
}

const heading = (level: number, text: string): Piece => ({ type: 'heading', level, text });
const sentence = (index: number): string => `Sentence ${index} tells that keeper ${index} has trimmed the lamp.`;
/** About 13 tokens for each sentence. */
const sentences = (count: number, first = 0): string =>
  Array.from({ length: count }, (_, index) => sentence(first + index)).join(' ');
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

t.test('a chunk that is a third full does not cross a heading', async (t) => {
  const pieces = [heading(1, 'Lamps'), `${sentences(4)}\n`, heading(2, 'Oil'), `${sentences(4, 4)}\n`];
  const texts = textsOf(pieces);
  t.equal(texts.length, 2);
  t.match(texts[0], /^# Lamps\n/);
  t.match(texts[1], /^Lamps\n## Oil\n/);
  t.equal(textsOf([heading(1, 'Lamps'), 'Short.\n', heading(2, 'Oil'), sentences(3)]).length, 1);
});

t.test('a heading stands with its text, not at the end of a chunk', async (t) => {
  const code = `\`\`\`\n${'fill --oil 7\n'.repeat(22)}\`\`\``;
  const texts = textsOf([`${sentences(2)}\n`, heading(1, 'Lamps'), heading(2, 'Oil'), `\n${code}`]);
  t.equal(texts[0], sentences(2));
  t.equal(texts[1], `# Lamps\n\n## Oil\n\n${code}`);
  const longer = code.replace('\n', ' a b\nfill --oil 7\n');
  const [, second] = textsOf([`${sentences(2)}\n`, heading(1, 'Lamps'), heading(2, 'Oil'), `\n${longer}`]);
  t.equal(second, `Lamps > Oil\n${longer}`, 'the path says it where the headings have no room');
});

t.test('a path of headings that is too long is cut at its front', async (t) => {
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const texts = textsOf([heading(1, long.slice(0, 190)), heading(2, 'The oil'), sentences(40)]);
  for (const text of texts.slice(2)) t.match(text, /^word\d+ .* > The oil\nSentence/);
  for (const text of texts.slice(2)) t.notMatch(text, 'word0 ');
});

t.test('a paragraph that is too long is cut between sentences', async (t) => {
  const wrapped = sentences(40).replaceAll(/(.{50,70}) /g, '$1\n');
  const quoted = sentences(40).replaceAll(/\. (?=Sentence \d*0)/g, '." ');
  for (const text of [sentences(40), wrapped, quoted]) {
    const texts = textsOf([text]);
    t.ok(texts.length >= 4);
    for (const one of texts) t.match(oneLine(one), /^Sentence .*\."?$/s);
    t.equal(oneLine(texts.join(' ')), oneLine(text));
  }
});

t.test('an abbreviation and an initial end no sentence', async (t) => {
  const told = Array.from({ length: 30 }, (_, index) => `Then Dr. Grey met J. Smith, e.g. Monday or day ${index}.`);
  for (const text of textsOf([told.join(' ')])) t.match(text, /^Then .* day \d+\.$/);
});

t.test('Chinese and Japanese are cut between sentences, and else between words', async (t) => {
  const one = '灯台守は毎晩ランプに火をともし、油の残りを帳面に書いた。';
  for (const text of textsOf([one.repeat(40)])) t.match(text, /^灯台守.*。$/);
  const endless = '灯台守は毎晩ランプに火をともし'.repeat(80);
  const texts = textsOf([endless]);
  t.equal(texts.join(''), endless);
  for (const text of texts) t.match(text, /^(灯台|守|は|毎晩|ランプ|に|火|を|とも|し)/);
});

t.test('list items are whole, with several sentences and over several lines too', async (t) => {
  for (const mark of ['- ', '1. ', '* ', '• ', 'a) ']) {
    const items = Array.from({ length: 12 }, (_, index) => `${mark}Task ${index}: ${sentence(1)}\n  ${sentence(2)}`);
    const texts = textsOf([`${sentences(3)}\n\n${items.join('\n')}\n`]).map(oneLine);
    for (const item of items)
      t.ok(
        texts.some((text) => text.includes(oneLine(item))),
        item,
      );
  }
});

t.test('lines that their writer ended are whole', async (t) => {
  const lines = Array.from(
    { length: 30 },
    (_, index) => `Entry ${index}: oil. ${'Wick and glass. '.repeat(index % 7)}`,
  );
  const texts = textsOf([lines.join('\n')]).map(oneLine);
  for (const line of lines)
    t.ok(
      texts.some((text) => text.includes(oneLine(line).trim())),
      line,
    );
});

t.test('code blocks are whole where they fit, and else are cut between lines', async (t) => {
  const block = (lines: number): string =>
    `\`\`\`sh\n${Array.from({ length: lines }, (_, index) => `lamp --set ${index}.\n\n  oil "fill ${index}"`).join('\n')}\n\`\`\``;
  const texts = textsOf([`${sentences(6)}\n\n${block(4)}\n\n${sentences(3)}\n\n~~~\n${block(2)}\n~~~\n`]);
  t.ok(texts.some((text) => text.includes(block(4))));
  t.ok(texts.some((text) => text.includes(`~~~\n${block(2)}\n~~~`)));
  for (const text of textsOf([block(60)])) t.match(text, /("|\.|```)$/);
});

t.test('rows are whole, and each chunk of a table has the names of its columns', async (t) => {
  const names = ['Lighthouse', 'Height in metres', 'Range in miles', 'Keeper', 'Oil per night', 'Remark', 'Year'];
  const row = (cells: string[], isFirst = false): Piece => ({ type: 'row', cells, isFirst, isHeader: isFirst });
  const rows = Array.from({ length: 20 }, (_, index) => names.map((name) => `${name} ${index}`));
  const texts = textsOf([sentences(12), row(names, true), ...rows.map((cells) => row(cells))], { maxTokens: 200 });
  for (const cells of rows) {
    const own = texts.filter((text) => text.includes(`| ${cells.join(' | ')} |`));
    t.equal(own.length, 1);
    t.match(own[0], `| ${names.join(' | ')} |\n| --- |`);
  }
  t.notMatch(texts[0], '---', 'the names do not stand without a row');
});

t.test('chunks of one section overlap by whole sentences', async (t) => {
  const texts = textsOf([heading(1, 'Oil'), `${sentences(20)}\n\n`, sentences(20, 20)], { overlapTokens: 60 });
  t.ok(texts.length > 4);
  for (const [index, text] of texts.slice(1).entries()) {
    const [shared = ''] = /Sentence \d+ [^.]*\./.exec(text) ?? [];
    t.match(oneLine(text), /^Oil Sentence .*\.$/);
    t.ok(texts[index]?.includes(shared), `"${shared}" stands in both chunks`);
  }
  const [, last = ''] = textsOf([sentences(9), heading(1, 'Oil'), sentences(4, 9)], { overlapTokens: 60 });
  t.match(last, /^# Oil\nSentence 9 /, 'nothing of another section');
});

t.test('hostile texts take linear time: each would take minutes otherwise', async (t) => {
  const size = 2 * 1024 ** 2;
  const cut = (text: string): string[] =>
    Array.from({ length: size / 65536 }, (_, at) => text.slice(at * 65536, (at + 1) * 65536));
  for (const part of ['a', '.', ' ', '\n', '. ', 'a\n', '。', '```\n', '- x\n', '"."', '灯台守', '👩‍👩‍👧‍👦', '(a. '])
    for (const { tokens } of chunksOf(cut(part.repeat(size / part.length)), { maxTokens: 100 }))
      if (tokens > 100) t.fail(`a chunk of ${tokens} tokens`);
  t.ok(chunksOf(Array<Piece>(size / 8).fill('a'), { maxTokens: 4096 }).length > 1, 'parts of one character');
  const headings = Array.from({ length: 100_000 }, (_, index) =>
    heading(Math.min(index + 1, 6), `${index} `.repeat(30)),
  );
  t.ok(chunksOf(headings).length > 1000, 'headings');
});
