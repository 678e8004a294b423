// Tests that CSV files and their relatives are tables: the delimiter, quotes, broken quotes, and the chunks.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { Chunker } from '../../../services/ingestion/chunker.ts';
import { extract } from '../../../services/ingestion/extract/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-csv-'));
t.teardown(() => rm(folder, { recursive: true }));

async function gridOf(content: string, name = 'table.csv'): Promise<(string[] | string)[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  const found: (string[] | string)[] = [];
  for await (const piece of extract(path, name)) {
    if (typeof piece !== 'string') found.push(piece.type === 'row' ? piece.cells : piece.text);
    else if (piece.trim() !== '') found.push(piece.trim());
  }
  return found;
}

t.test('the delimiter is the one that makes equal rows', async (t) => {
  const wanted = [
    ['Light', 'Range', 'Remark'],
    ['North', '7,5', 'red, old'],
    ['South', '12,25', 'white'],
  ];
  for (const delimiter of [';', '\t', '|']) {
    const text = wanted.map((row) => row.join(delimiter)).join('\n');
    t.strictSame(await gridOf(text), wanted, `with ${JSON.stringify(delimiter)}`);
    t.strictSame(await gridOf(text.replaceAll('\n', '\r\n')), wanted, 'with CRLF');
    t.strictSame(await gridOf(`${text.replaceAll('\n', '\r')}\r`), wanted, 'with the line ends of old Macs');
  }
  t.strictSame(await gridOf('Light,Remark\nNorth,a;b\nSouth,c;d'), [
    ['Light', 'Remark'],
    ['North', 'a;b'],
    ['South', 'c;d'],
  ]);
  t.strictSame(await gridOf('\ufeffsep=#\r\na#b,c\r\n1#2,3'), [
    ['a', 'b,c'],
    ['1', '2,3'],
  ]);
  const data = '1,5;2,5\n1,75;2,25\n';
  t.strictSame(await gridOf(data), [
    ['1,5', '2,5'],
    ['1,75', '2,25'],
  ]);
});

t.test('quotes, delimiters and line breaks stand in quoted cells', async (t) => {
  t.strictSame(await gridOf('a,b,c\n"x, y", "says ""no""","two\nlines"\n"",5",\'z\'\n'), [
    ['a', 'b', 'c'],
    ['x, y', 'says "no"', 'two lines'],
    ['', '5"', "'z'"],
  ]);
  t.strictSame(await gridOf('a,b\n"he said \\"no\\" twice",C:\\\n"C:\\dir\\",7'), [
    ['a', 'b'],
    ['he said "no" twice', 'C:\\'],
    ['C:\\dir\\', '7'],
  ]);
});

t.test('a broken quote spoils its own row alone', async (t) => {
  const rows = (first: string): Promise<(string[] | string)[]> => gridOf(`a,b\n${first}\nrope,"1,5"\ntar,2\n`);
  const rest = [
    ['rope', '1,5'],
    ['tar', '2'],
  ];
  t.strictSame(await rows('"oar,7'), [['a', 'b'], ['"oar', '7'], ...rest]);
  t.strictSame(await rows('oar,"7'), [['a', 'b'], ['oar', '"7'], ...rest]);
  t.strictSame(await rows('"oar" long,7'), [['a', 'b'], ['"oar" long', '7'], ...rest]);
  const lines = Array.from({ length: 10_000 }, (_, index) => `${index},"no end ${index}`);
  const found = await gridOf(`a,b\n${lines.join('\n')}`);
  t.equal(found.length, 10_001);
  t.strictSame(found.at(-1), ['9999', '"no end 9999']);
});

t.test('rows may be shorter and longer than the header, and titles stand above it', async (t) => {
  t.strictSame(await gridOf('Lights of 2024;;;\n\nLight;Range;;\nNorth;;;\nSouth;9;white;old;;\n'), [
    'Lights of 2024',
    ['Light', 'Range'],
    ['North', ''],
    ['South', '9', 'white', 'old'],
  ]);
  t.strictSame(await gridOf('Light\nNorth\nSouth\n'), [['Light'], ['North'], ['South']]);
});

t.test('each chunk has the column names, and no row is cut', async (t) => {
  const lines = Array.from({ length: 900 }, (_, index) => `${index}\t"light ${index}\nwith words"\tend ${index}`);
  const path = join(folder, 'deep.tsv');
  await writeFile(path, `number\tname\tmark\n${lines.join('\n')}`);
  const chunker = new Chunker({ maxTokens: 150, overlapTokens: 0 });
  const texts: string[] = [];
  for await (const piece of extract(path, 'deep.tsv')) for (const { text } of chunker.push(piece)) texts.push(text);
  for (const { text } of chunker.end()) texts.push(text);
  const rows = texts.flatMap((text) => {
    const [header, , ...rest] = text.split('\n');
    t.equal(header, '| number | name | mark |');
    return rest;
  });
  t.strictSame(
    rows,
    lines.map((_, index) => `| ${index} | light ${index} with words | end ${index} |`),
  );
});

t.test('a long file is read as a short one, wherever its pieces end', async (t) => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '"', '\n', '\r\n', 'ü', '漢'), maxLength: 12 });
  const written = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
      // Longer than a piece of the file.
      const all = Array.from({ length: Math.ceil(12_000 / rows.length) }, () => rows).flat();
      const text = all.map(([one, two], index) => `${index},${written(one)},${written(two)},end`).join('\r\n');
      const found = await gridOf(`number,one,two,mark\r\n${text}`);
      const shown = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();
      const wanted = all.map(([one, two], index) => [`${index}`, shown(one), shown(two), 'end']);
      t.strictSame(found.slice(1), wanted);
    }),
    { numRuns: 3 },
  );
});
