// Tests reader processes: they return the text of valid files, and a clear error for others.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type Bytes, bomb, eastAsianPdf, pngHeader, rawDocx, xlsx, zip } from '../../../scripts/fixtures/documents.ts';
import { ImageFile, type ReaderLimits, ReaderPool } from '../../../services/ingestion/pool.ts';
import { FileProblem } from '../../../services/ingestion/problem.ts';
import { holdBound } from '../../harness/clock.ts';
import { until } from '../../harness/process.ts';
import { readerPids } from '../../harness/readers.ts';

// The timeout is long, because a busy machine starts processes slowly.
t.setTimeout(600_000);
const folder = await mkdtemp(join(tmpdir(), 'svc-reading-'));
t.teardown(() => rm(folder, { recursive: true }));

function createPool(t: Test, limits: Partial<ReaderLimits> = {}): ReaderPool {
  const pool = new ReaderPool({ processes: 2, timeoutMs: 60_000, memoryBytes: 512 << 20, ...limits }, [folder]);
  t.teardown(() => pool.close());
  return pool;
}

let files = 0;
const chunks = { maxTokens: 800, overlapTokens: 400 };

/** Returns a document that a popular library has created: `pdfkit.pdf`. */
function sample(name: string): Bytes {
  return new Uint8Array(readFileSync(join(import.meta.dirname, '../../harness/samples', name)));
}

/** Returns the text of a file, with its chunks joined by a bar. */
async function read(
  pool: ReaderPool,
  filename: string,
  content: string | Bytes,
  { signal = new AbortController().signal, maxTokens = 5_000_000 } = {},
): Promise<string> {
  files += 1;
  const path = join(folder, `object-${files}`);
  await writeFile(path, content);
  const texts: string[] = [];
  for await (const piece of pool.read({ path, filename, chunks, maxTokens, embed: undefined }, signal)) {
    texts.push(...piece.map(({ text }) => text));
  }
  return texts.join('|');
}

const pool = createPool(t as Test);

/** Returns the code and the message of the refusal. */
async function refusal(filename: string, content: string | Bytes, of = pool, options = {}): Promise<string> {
  const outcome = await read(of, filename, content, options).catch((error: unknown) => error);
  return outcome instanceof FileProblem
    ? `${outcome.code}: ${outcome.message}`
    : `not refused: ${String(outcome).slice(0, 200)}`;
}

t.test('text files of all types are read unchanged', async (t) => {
  t.equal(await read(pool, 'note.txt', 'Grüße 😀'), 'Grüße 😀');
  t.equal(await read(pool, 'table.csv', 'name,age\nAda,36\n'), '| name | age |\n| --- | --- |\n| Ada | 36 |');
  t.equal(await read(pool, 'data.json', '{"a": [1, 2]}'), '{"a": [1, 2]}');
  t.equal(await read(pool, 'code.ts', 'const a = 1;\n\treturn a;'), 'const a = 1;\n\treturn a;');
  t.equal(await read(pool, 'README', '# Title\n\ntext'), '# Title\n\ntext');
  t.equal(await read(pool, 'bom.txt', '\ufeffafter the mark'), 'after the mark');
  t.equal(await read(pool, 'wide.txt', new Uint8Array(Buffer.from('\ufeffwide', 'utf16le'))), 'wide');
  t.equal(await read(pool, 'old.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9])), 'café');
});

t.test('an HTML page is read as its visible text', async (t) => {
  const page =
    '<!doctype html><html><head><title>A &amp; B</title><style>p{}</style><script>evil("x")</script></head>' +
    '<body><h1>Head</h1><p>One <b>bold</b>\n word</p><ul><li>first<li>second</ul><table><tr><td>1</td><td>2</td></tr></table>' +
    '<template>hidden</template>&nbsp;&copy;</body></html>';
  const text = await read(pool, 'page.html', page);
  t.match(text, /A & B\n\n# Head\n\nOne bold word\nfirst\nsecond\n\| 1 \| 2 \|/);
  t.match(text, /©/);
  t.notMatch(text, /evil|hidden|p\{\}|</);
  t.match(await read(pool, 'unnamed', page), /^A & B/, 'recognized by its content');
});

t.test('items of an HTML page have the numbers that a browser shows', async (t) => {
  const cases: [html: string, text: string][] = [
    [
      '<ol><li>oil<li><p>row <b>fast</b></p><p>far</p><ul><li>rest</ul><li> moor </ol>',
      '1. oil\n2. row fast\nfar\nrest\n3. moor',
    ],
    ['<ol start=3 type=A><li>x<ol type=i><li>y<li>z</ol><li value=28>w</ol>', 'C. x\n  i. y\n  ii. z\nBB. w'],
    ['<ol reversed start=2><li>x<li>y</ol><ol reversed><li>z</ol>', '2. x\n1. y\nz'],
    ['<ol style="list-style-type: upper-roman"><li>x<li hidden>-<li>y</ol>', 'I. x\nII. y'],
    ['<ol style="list-style: none"><li>x</ol><nav><ol><li>Home</ol></nav>', 'x\nHome'],
    ['<ol><li><h2>Oil</h2><li></li><li><pre>row()</pre></ol>', '## 1. Oil\n\n3.\n```\nrow()\n```'],
    ['<table><tr><th>a<th>b<tr><td><ol><li>x<li>y</ol><td>z</table>', '| a | b |\n| --- | --- |\n| 1. x 2. y | z |'],
  ];
  for (const [html, text] of cases) t.equal(await read(pool, 'list.html', `<!doctype html>${html}`), text);
});

t.test('documents of popular libraries are read completely', async (t) => {
  const portable = await read(pool, 'report.pdf', sample('pdfkit.pdf'));
  t.match(portable, /lighthouses[\s\S]*ferries/);
  const text = await read(pool, 'letter.docx', sample('docx.docx'));
  t.match(text, /A paragraph about glaciers\.\n/);
  t.match(text, /with a\ttab & <signs>\./);
  t.match(text, /\| left \| right \|/);
  t.match(
    await read(pool, 'talk.pptx', sample('pptxgenjs.pptx')),
    /volcanoes[\s\S]*say it slowly[\s\S]*The last slide/,
  );
  const counted = xlsx('Costs & more', [
    ['item', 'price', 'paid', 'on'],
    ['lamp', 12.5, true, new Date(Date.UTC(2026, 1, 3))],
  ]);
  t.match(
    await read(pool, 'costs.xlsx', counted),
    /# Costs & more\n\| item \| price \| paid \| on \|\n.*\n\| lamp \| 12\.5 \| TRUE \| 2026-02-03 \|/,
  );
});

t.test('a PDF whose fonts name a predefined table of Chinese, Japanese or Korean characters is read', async (t) => {
  const cases: [encoding: string, ordering: string, codes: string, text: string][] = [
    ['90ms-RKSJ-H', 'Japan1', '93fa967b8cea', '日本語'],
    ['UniJIS-UCS2-H', 'Japan1', '65e5672c8a9e', '日本語'],
    ['UniJIS-UTF16-V', 'Japan1', '65e5672c8a9e', '日本語'],
    ['EUC-H', 'Japan1', 'c6fccbdcb8ec', '日本語'],
    ['GBK-EUC-H', 'GB1', 'cef7b0b2', '西安'],
    ['ETen-B5-H', 'CNS1', 'a578a55f', '台北'],
    ['KSCms-UHC-H', 'Korea1', 'c7d1b1db', '한글'],
  ];
  for (const [encoding, ordering, codes, text] of cases) {
    t.equal((await read(pool, `${encoding}.pdf`, eastAsianPdf(encoding, ordering, codes))).trim(), text, encoding);
  }
});

t.test('the sheets of a workbook are read with their names, in tab order, without phonetic readings', async (t) => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const phonetic = '<r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>';
  const sheet = (text: string) =>
    `<worksheet><sheetData><row><c t="inlineStr"><is>${text}</is></c><c t="s"><v>0</v></c></row></sheetData></worksheet>`;
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Chart" sheetId="1" r:id="rId1"/>' +
      '<sheet name="Cities" sheetId="2" r:id="rId2"/><sheet name="Rivers" sheetId="3" r:id="rId3"/></sheets></workbook>',
    'xl/sharedStrings.xml': `<sst><si>${phonetic}</si></sst>`,
    'xl/chartsheets/sheet1.xml': '<chartsheet/>',
    'xl/worksheets/sheet1.xml': sheet('<t>Rhine</t>'),
    'xl/worksheets/sheet2.xml': sheet(phonetic),
  };
  const relations =
    `<Relationships><Relationship Id="rId1" Type="${type}/chartsheet" Target="chartsheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${type}/worksheet" Target="worksheets/sheet2.xml"/>` +
    `<Relationship Id="rId3" Type="${type}/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>`;
  const whole = zip({ ...parts, 'xl/_rels/workbook.xml.rels': relations });
  t.match(
    await read(pool, 'places.xlsx', whole),
    /^# Cities\n\| 東京 \| 東京 \|\n\| --- \| --- \|\n\n# Rivers\n\| Rhine \| 東京 \|/,
  );
  const bare = await read(pool, 'bare.xlsx', zip(parts));
  t.match(bare, /^# Chart\n\| Rhine \| 東京 \|\n.*\n\n# Cities\n\| 東京/, 'without relations, by sheet number');
});

t.test('a chunk is a slice of the text within its size, and overlaps the next one', async (t) => {
  const words = Array.from({ length: 5000 }, (_, index) => `word${index}`);
  const texts = (await read(pool, 'long.txt', words.join(' '))).split('|');
  t.ok(texts.length > 10);
  const numbersOf = (text: string) => text.split(' ').map((word) => Number(word.slice(4)));
  for (const [index, text] of texts.entries()) {
    const numbers = numbersOf(text);
    t.strictSame(
      numbers,
      numbers.map((_, at) => (numbers[0] ?? 0) + at),
      'no word is cut or lost',
    );
    if (index > 0) {
      const before = numbersOf(texts[index - 1] as string);
      const shared = (before.at(-1) as number) - (numbers[0] as number) + 1;
      t.ok(shared > 0 && shared < before.length * 0.6, `${shared} of ${before.length} words overlap`);
    }
  }
  t.equal(numbersOf(texts.at(-1) as string).at(-1), 4999);
});

t.test('a file of an unknown type is unsupported', async (t) => {
  t.match(await refusal('program.bin', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2])), /^unsupported_file/);
  t.match(await refusal('all.zip', zip({ 'a.txt': 'a' })), /^unsupported_file: Archives/);
  t.match(
    await refusal('old.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0])),
    /^unsupported_file/,
  );
  t.match(await refusal('all.gz', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0])), /^unsupported_file/);
});

t.test('a file that is broken, without text or of another type than its name says is invalid', async (t) => {
  t.match(await refusal('page.pdf', '<html><body>no PDF</body></html>'), /^invalid_file: The file is named \.pdf/);
  t.match(await refusal('doc.pdf', zip({ 'a.txt': 'a' })), /^invalid_file/);
  t.match(await refusal('letter.docx', 'PK\x03\x04 and nothing'), /^invalid_file: The file is a broken ZIP/);
  t.match(await refusal('report.pdf', '%PDF-1.7 and nothing'), /^invalid_file: The PDF cannot be read/);
  t.match(await refusal('empty.txt', ''), /^invalid_file: The file has no text/);
  t.match(await refusal('blank.txt', ' \n\t '.repeat(1000)), /^invalid_file: The file has no text/);
  t.match(await refusal('scan.pdf', sample('pdfkit-without-text.pdf')), /^invalid_file: The file has no text/);
});

t.test('a malicious document does no harm', async (t) => {
  const bombed = await refusal('bomb.docx', bomb('word/document.xml', 300 << 20));
  t.match(bombed, /^invalid_file: The document is larger than 256 MiB/);
  t.match(
    await refusal('liar.docx', bomb('word/document.xml', 50 << 20, 100)),
    /^invalid_file/,
    'a wrong declared size',
  );
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  const laughs = rawDocx('<w:p><w:r><w:t>&b;&b;&b;</w:t></w:r></w:p>', entity);
  t.match(await refusal('laughs.docx', laughs), /^invalid_file: The document declares XML entities/);
  const external = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
  const stolen = rawDocx('<w:p><w:r><w:t>&a;</w:t></w:r></w:p>', external);
  t.match(await refusal('stolen.docx', stolen), /^invalid_file: The document declares XML entities/);
  t.match(await refusal('deep.docx', rawDocx('<w:p>'.repeat(5000))), /^invalid_file: The document is nested/);
  t.match(
    await refusal('slip.docx', zip({ '../../word/document.xml': 'x' })),
    /^unsupported_file/,
    'a name with path traversal',
  );
  const nested = zip({
    'word/document.xml': '<w:document><w:p><w:t>outer text</w:t></w:p></w:document>',
    'word/inner.zip': bomb('x', 100 << 20),
  });
  t.equal(await read(pool, 'nested.docx', nested), 'outer text', 'nested archives are not opened');
  t.match(await refusal('flood.png', pngHeader(50_000, 50_000)), /^invalid_file: The image has 50000 × 50000 pixels/);
});

t.test('an image is passed to the vision model', async (t) => {
  const outcome = await read(pool, 'photo.png', pngHeader(800, 600)).catch((error: unknown) => error);
  t.ok(outcome instanceof ImageFile);
  t.equal((outcome as ImageFile).mediaType, 'image/png');
});

t.test('the number of tokens per file is limited', async (t) => {
  const outcome = await read(pool, 'long.txt', 'word '.repeat(20_000), { maxTokens: 10_000 }).catch(
    (error: unknown) => error,
  );
  t.match(outcome, { code: 'invalid_file', message: 'The file has more than 10000 tokens.' });
});

t.test('a file that takes too long fails alone, and the next one is read', async (t) => {
  const limits = { processes: 1, timeoutMs: 60_000, memoryBytes: 512 << 20 };
  const slow = new ReaderPool(limits, [folder]);
  t.teardown(() => slow.close());
  const others = await readerPids();
  t.equal(await read(slow, 'warm.txt', 'warm'), 'warm');
  // On a busy machine a reader, which has a low priority, would wait for its CPU time until the limit of waiting ends it.
  for (const pid of await readerPids()) if (!others.includes(pid)) prefer(pid);
  // The timeout applies to reading only, because a reader's process may start slowly on a busy machine.
  limits.timeoutMs = 2000;
  const random = Array.from({ length: 20_000_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join('');
  const refused = await refusal('slow.txt', random, slow, { maxTokens: 100_000_000 });
  t.match(refused, /^invalid_file: The file takes longer than 2 s/);
  limits.timeoutMs = 60_000;
  t.equal(await read(slow, 'next.txt', 'next'), 'next');
});

/** Gives a process a high priority, if this user may. */
function prefer(pid: number): void {
  try {
    setPriority(pid, -10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
  }
}

t.test('the time that a reader waits for a CPU counts a tenth', async (t) => {
  const limits = { processes: 1, timeoutMs: 2000, memoryBytes: 512 << 20 };
  const delayed = new ReaderPool(limits, [folder]);
  t.teardown(() => delayed.close());
  const others = await readerPids();
  t.equal(await read(delayed, 'warm.txt', 'warm'), 'warm');
  const [pid = 0] = (await readerPids()).filter((one) => !others.includes(one));
  // A stopped process stands for one that gets no CPU.
  process.kill(pid, 'SIGSTOP');
  const reading = read(delayed, 'late.txt', 'late');
  await wait(1.25 * limits.timeoutMs);
  process.kill(pid, 'SIGCONT');
  t.equal(await reading, 'late');
  process.kill(pid, 'SIGSTOP');
  limits.timeoutMs = 200;
  t.match(await refusal('never.txt', 'never', delayed), /^invalid_file: The file takes longer than 2 s to read/);
});

/** Returns a workbook without cells, whose strings are five times as large in memory. */
function workbookOf(strings: number): Bytes {
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="big"/></sheets></workbook>',
    'xl/sharedStrings.xml': `<sst>${'<si><t>abcdefgh</t></si>'.repeat(strings)}</sst>`,
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
  });
}

t.test('a file that takes too much memory fails alone, and the next one is read', async (t) => {
  const small = createPool(t, { processes: 1, timeoutMs: 300_000, memoryBytes: 64 << 20 });
  t.equal(await read(small, 'warm.txt', 'warm'), 'warm');
  // Within the limit of characters.
  t.match(await refusal('big.xlsx', workbookOf(4_000_000), small), /^invalid_file: The file takes more than 64 MiB/);
  t.equal(await read(small, 'next.txt', 'next'), 'next');
});

t.test('a process that keeps the memory of its files reads no more, so that the next one has its own', async (t) => {
  const others = await readerPids();
  const one = createPool(t, { processes: 1, timeoutMs: 300_000, memoryBytes: 192 << 20 });
  const pidAfter = async (filename: string, content: string | Bytes): Promise<number | undefined> => {
    await read(one, filename, content);
    return (await readerPids()).find((pid) => !others.includes(pid));
  };
  const first = await pidAfter('first.txt', 'first');
  t.equal(await pidAfter('second.txt', 'second'), first, 'small files share a process');
  t.equal(await pidAfter('large.xlsx', workbookOf(1_400_000)), first);
  await until(async () => (await pidAfter('next.txt', 'next')) !== first || undefined);
});

t.test('reading stops at once when the file is no longer needed', async (t) => {
  const busy = createPool(t, { processes: 1 });
  const random = Array.from({ length: 20_000_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join('');
  const controller = new AbortController();
  const reading = read(busy, 'dropped.txt', random, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('not wanted')), 300);
  await t.rejects(reading, { message: 'not wanted' });
  const began = performance.now();
  t.equal(await read(busy, 'next.txt', 'next'), 'next');
  holdBound(t, 'ms until the next file is read', performance.now() - began, 45_000);
});

t.test('a reader that is released twice is not ended while it reads', async (t) => {
  const one = createPool(t, { processes: 1 });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  t.equal(await read(one, 'first.txt', 'first'), 'first');
  const unwanted = read(one, 'unwanted.txt', 'unwanted', { signal: AbortSignal.abort(new Error('not wanted')) });
  await t.rejects(unwanted, { message: 'not wanted' }, 'the reader was taken and released without reading');
  const path = join(folder, 'long');
  await writeFile(path, 'word '.repeat(100_000));
  const request = { path, filename: 'long.txt', chunks, maxTokens: 5_000_000, embed: undefined };
  let pieces = 0;
  for await (const _piece of one.read(request, new AbortController().signal)) {
    pieces += 1;
    // Longer than the pause of a reader.
    mock.timers.tick(40_000);
  }
  t.ok(pieces > 1, `${pieces} pieces`);
});

t.test('the rest of an idle reader ends when it gets a file', async (t) => {
  const one = createPool(t, { processes: 1 });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  t.equal(await read(one, 'first.txt', 'first'), 'first');
  const path = join(folder, 'second');
  await writeFile(path, 'second');
  const request = { path, filename: 'second.txt', chunks, maxTokens: 5_000_000, embed: undefined };
  const piece = one.read(request, new AbortController().signal).next();
  // The reader is taken, and not asked yet.
  for (let turns = 0; turns < 4; turns += 1) await Promise.resolve();
  mock.timers.tick(40_000);
  t.match(await piece, { value: [{ text: 'second' }] });
});

t.test('an idle reader that has died gets no file', async (t) => {
  const one = createPool(t, { processes: 1 });
  const others = await readerPids();
  t.equal(await read(one, 'first.txt', 'first'), 'first');
  const [pid = 0] = (await readerPids()).filter((one) => !others.includes(one));
  process.kill(pid, 'SIGKILL');
  await until(() => hasEnded(pid) || undefined);
  t.equal(await read(one, 'second.txt', 'second'), 'second');
});

/** Returns true if this process has noticed the end of its child. */
function hasEnded(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

t.test('a reader can read its own folder and nothing else of the machine', async (t) => {
  const pieces = pool.read(
    { path: '/etc/hostname', filename: 'x.txt', chunks, maxTokens: 10, embed: undefined },
    new AbortController().signal,
  );
  const outcome = await pieces.next().catch((error: unknown) => error);
  t.match(String(outcome), /ERR_ACCESS_DENIED|denied|restricted/i);
});
