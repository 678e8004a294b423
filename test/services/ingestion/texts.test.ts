// Tests the encodings of texts: what is declared, what is guessed, and what is refused. A wrong guess would be stored.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import t from 'tap';
import { extract } from '../../../services/ingestion/extract/index.ts';
import { FileProblem } from '../../../services/ingestion/problem.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-texts-'));
t.teardown(() => rm(folder, { recursive: true }));

async function read(content: Buffer, name = 'note.txt', charset?: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  let text = '';
  try {
    for await (const piece of extract(path, name, charset)) text += typeof piece === 'string' ? piece : '';
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return `${error.code}: ${error.message}`;
  }
  return text;
}

const unclear = /^invalid_file: The encoding of the text is not clear.*`Content-Type`.*attribute `charset`/;

const texts: [language: string, encodings: string[], text: string][] = [
  ['Russian', ['windows-1251', 'koi8-r', 'iso-8859-5'], 'Маяк виден за десять миль. Смотритель живёт у моря.'],
  ['Ukrainian', ['windows-1251', 'koi8-u'], 'Маяк видно за десять миль. Сторож живе біля моря, її дім близько.'],
  ['Greek', ['windows-1253', 'iso-8859-7'], 'Ο φάρος φαίνεται από μακριά. Άνθρωποι μένουν κοντά στη θάλασσα.'],
  [
    'Hungarian',
    ['windows-1250', 'iso-8859-2'],
    'A világítótorony messziről látszik. Az őr a tengernél él, és este főz.',
  ],
  [
    'Polish',
    ['windows-1250', 'iso-8859-2'],
    'Latarnia morska świeci całą noc. Strażnik mieszka blisko i łowi ryby, żeby jeść.',
  ],
  ['Czech', ['windows-1250', 'iso-8859-2'], 'Maják svítí celou noc. Strážce žije poblíž moře a večer čte příběhy.'],
  [
    'Turkish',
    ['windows-1254'],
    'Deniz feneri bütün gece ışık saçıyor. Bekçi denizin yanında yaşıyor, akşam çay içiyor.',
  ],
  ['Hebrew', ['windows-1255'], 'המגדלור נראה למרחוק. השומר גר ליד הים.'],
  ['Arabic', ['windows-1256'], 'المنارة تظهر من بعيد. الحارس يعيش قرب البحر في البيت.'],
  ['Japanese', ['shift_jis', 'euc-jp'], '灯台は遠くから見えます。番人は海のそばに住んでいます。夜には光を守ります。'],
  ['Simplified Chinese', ['gbk', 'gb18030'], '灯塔在很远的地方就能看到。守塔的人住在海边，晚上他看着灯光。'],
  ['Traditional Chinese', ['big5'], '燈塔在很遠的地方就能看到。守塔的人住在海邊，晚上他看著燈光。'],
  ['Korean', ['euc-kr'], '등대는 멀리서도 보입니다. 등대지기는 바다 옆에 살고 밤에 불을 지킵니다.'],
  ['German', ['windows-1252'], 'Der Leuchtturm ist weit zu sehen. Der Wärter wohnt am Meer und kocht für Gäste – 5 €.'],
  ['French', ['windows-1252'], 'Le phare se voit de très loin. Le gardien vit près de la mer, où l’été est léger.'],
  ['a word', ['windows-1252'], 'café'],
];

t.test('a text without a declared encoding is read in the encoding that it has', async (t) => {
  for (const [language, encodings, text] of texts) {
    for (const encoding of encodings) {
      const many = `${text}\n`.repeat(40);
      t.equal(await read(iconv.encode(text, encoding)), text, `${language} in ${encoding}`);
      t.equal(await read(iconv.encode(many, encoding)), many, `${language} in ${encoding}, long`);
    }
  }
  // These marks are controls or ¤ in the sibling of the encoding, too few to make its text a bad one.
  for (const [language, encoding, marked] of [
    ['Hungarian', 'windows-1250', 'A színválasztó „ablak” címkéje.'],
    ['Greek', 'windows-1253', 'Το εισιτήριο κοστίζει 5 €.'],
    ['Greek', 'iso-8859-7', 'Το εισιτήριο κοστίζει 5 €.'],
    ['Hebrew', 'windows-1255', 'הכרטיס עולה 5 €.'],
  ]) {
    const [, , plain] = texts.find(([name]) => name === language) ?? [];
    const text = `${plain?.replace('Άνθ', 'Οι άνθ')}\n`.repeat(20) + marked;
    t.equal(await read(iconv.encode(text, encoding as string)), text, `marks in ${encoding}`);
  }
  const late = `${'plain words\n'.repeat(150_000)}${texts[0]?.[2]}`;
  t.ok((await read(iconv.encode(late, 'windows-1251'))).endsWith(texts[0]?.[2] ?? ''), 'the letters come late');
});

t.test('a text that no guess fits is refused, and never stored as garbage', async (t) => {
  const russian = 'Маяк виден за десять миль';
  for (const encoding of ['cp866', 'maccyrillic']) t.match(await read(iconv.encode(russian, encoding)), unclear);
  for (const encoding of ['cp437', 'cp850', 'macintosh']) {
    t.match(await read(iconv.encode('Wärter für Gäste, café', encoding)), unclear, encoding);
  }
  t.match(await read(iconv.encode('灯塔', 'gbk')), unclear, 'two characters are too few for a guess');
  const slovak = 'Maják odchádza zo služby o siedmej ráno. Z ďaleka ho vidno veľmi dobre, ľudia sa dívajú.';
  t.match(
    await read(iconv.encode(slovak.replace('služby', 'práce'), 'windows-1250')),
    unclear,
    'ľ here is ž elsewhere',
  );
  t.equal(await read(iconv.encode(slovak, 'windows-1250')), slovak, 'ž says which one');
  t.match(
    await read(iconv.encode("Le phare est ouvert l'été, très tôt. L'entrée coûte 5 €.", 'iso-8859-15')),
    unclear,
    '€',
  );
  const twice = iconv.encode(Buffer.from('Wärter für Gäste').toString('latin1'), 'latin1');
  t.equal(await read(twice), 'Wärter für Gäste', 'valid UTF-8 is no guess');
});

t.test('a document says its encoding', async (t) => {
  const japanese = '灯台は遠い。';
  const russian = 'Маяк далеко';
  const cases: [name: string, encoding: string, text: string, wanted?: string][] = [
    ['page.html', 'shift_jis', `<!doctype html><meta charset="Shift_JIS"><p>${japanese}`, japanese],
    [
      'old.html',
      'euc-jp',
      `<html><meta http-equiv="content-type" content="text/html; charset=EUC-JP"><p>${japanese}`,
      japanese,
    ],
    ['data.xml', 'iso-8859-7', '<?xml version="1.0" encoding="ISO-8859-7"?><a>φως</a>'],
    ['page.xhtml', 'windows-1251', `<?xml version='1.0' encoding='cp1251'?><a>${russian}</a>`, russian],
    ['style.css', 'gbk', '@charset "gbk";\na::before { content: "灯塔" }'],
    ['code.py', 'koi8-r', `#!/usr/bin/python\n# -*- coding: koi8_r -*-\nname = "${russian}"`],
    ['dos.py', 'cp866', `# coding=cp866\nname = "${russian}"`],
    ['code.rb', 'euc-jp', `# encoding: euc_jp\nputs "${japanese}"`],
    ['code.c', 'big5', '/* 燈塔 */\nint a;\n/* vim: set fileencoding=big5 ts=4: */\n'],
  ];
  for (const [name, encoding, text, wanted = text] of cases) {
    t.match(await read(iconv.encode(text, encoding), name), wanted, name);
  }
  t.match(
    await read(Buffer.from(`<!doctype html><meta charset="iso-8859-1"><p>${russian}`), 'x.html'),
    russian,
    'a lie',
  );
  for (const name of ['unicode', 'utf-16'])
    t.match(
      await read(Buffer.from(`<html><meta charset="${name}"><p>The toll is two`), 'x.html'),
      /The toll is two/,
      `a page whose declaration of ${name} can be read in ASCII`,
    );
  t.match(
    await read(iconv.encode(`<meta charset="utf-8"><p>${texts[0]?.[2]}`, 'koi8-r'), 'x.html'),
    texts[0]?.[2] ?? '',
  );
  t.equal(await read(iconv.encode('café', 'latin1'), 'a.txt', 'none-such'), 'café', 'an unknown name says nothing');
});

t.test('a charset beside the file wins over a guess, but not over a byte order mark and valid UTF-8', async (t) => {
  t.equal(await read(iconv.encode('灯塔', 'gbk'), 'a.txt', 'GB2312'), '灯塔');
  t.equal(await read(iconv.encode('Маяк', 'cp866'), 'a.txt', 'cp866'), 'Маяк');
  t.equal(await read(iconv.encode('灯塔', 'utf-16le'), 'a.txt', 'utf-16'), '灯塔');
  t.equal(await read(Buffer.from('Wärter'), 'a.txt', 'windows-1252'), 'Wärter');
  t.equal(await read(iconv.encode('Wärter', 'utf-16be', { addBOM: true }), 'a.txt', 'windows-1252'), 'Wärter');
});

t.test('a few broken bytes do not change the encoding of a text in UTF-8', async (t) => {
  const broken = Buffer.from([0xe9]);
  const join = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));
  t.equal(await read(join('äöüäöüäöüä', broken, 'x')), 'äöüäöüäöüä\ufffdx', 'ten for one');
  t.match(await read(join('äöüäöüäöü', broken, 'x')), unclear, 'nine for one');
  const long = 'Größe – 5 €\n'.repeat(60_000);
  t.equal(await read(join(long, broken, long)), `${long}\ufffd${long}`, 'in a long text');
  t.equal(await read(join('äöüäöüäöüä', broken)), 'äöüäöüäöüä\ufffd', 'cut off at its end');
  t.equal(await read(iconv.encode('caf\u00e9', 'latin1')), 'café', 'without any valid one it is not UTF-8');
});

t.test('words of two bytes are known by their zero bytes, and zero bytes in a log are white space', async (t) => {
  for (const encoding of ['utf-16le', 'utf-16be']) {
    for (const text of [
      'The light is on. Füße, 灯塔',
      'Маяк виден за десять миль',
      'Light 😀 at one ─',
      '一座灯塔很亮。\n船票要一块钱。\n',
      '灯台は一つ。\n切符は上で売ります。\n',
    ]) {
      t.equal(await read(iconv.encode(text, encoding)), text, encoding);
    }
  }
  t.equal(await read(Buffer.from('Gate,Price\nwest\0,5\nsea,\x006\n')), 'Gate,Price\nwest ,5\nsea, 6\n', 'on one side');
  t.equal(await read(iconv.encode('Wärter\0,5\nTor,\x006\nBrückenzoll', 'latin1')), 'Wärter ,5\nTor, 6\nBrückenzoll');
  t.equal(
    await read(Buffer.from('Маяк виден\0 за десять миль\n')),
    'Маяк виден  за десять миль\n',
    'UTF-8 all the same',
  );
  t.notMatch(await read(iconv.encode('a list: \uf0b7 one', 'utf-16le')), /\p{Script=Han}/u, 'a symbol of Word');
  t.equal(await read(Buffer.from('on\0\0\0\n07:00 off \0\0 end\n')), 'on \n07:00 off   end\n');
  const holes = Buffer.concat([Buffer.alloc(300_000), Buffer.from('07:00 Wärter\n')]);
  t.match(await read(holes), /^ +07:00 Wärter\n$/);
  for (const binary of ['\x7fELF\x02\x01\x01\0\0\x03', '\0\x01 no text \0', 'size\0\x05\0\x01name of a thing\x02\0'])
    t.match(await read(Buffer.from(binary, 'latin1')), /^unsupported_file/, JSON.stringify(binary));
});

t.test('pictures and databases are no texts of an unclear encoding', async (t) => {
  const scan = Buffer.concat([
    Buffer.from('II*\0\x05\0\0\0'),
    Buffer.alloc(100_000, 0xff),
    Buffer.from('\x01\0\xfe', 'latin1'),
  ]);
  const pages = Buffer.concat([Buffer.from('\x01\x05 pears'), Buffer.alloc(8192)]);
  for (const content of [scan, pages])
    t.equal(await read(content, 'stock.bin'), 'unsupported_file: The file is neither text nor of a supported kind.');
});

t.test('text with escape sequences between character sets is Japanese, or refused', async (t) => {
  t.equal(await read(Buffer.from('\x1b$B%U%'), 'a.txt').then(() => 'read'), 'read', 'cut off');
  t.equal(await read(Buffer.from('\x1b$BEtBf\x1b(B ok')), '灯台 ok');
  t.match(await read(Buffer.from('\x1b$)C\x0e5n4k\x0f')), /^invalid_file: The text is in an encoding/);
  t.equal(await read(Buffer.from('\x1b[31mred\x1b[0m')), '\x1b[31mred\x1b[0m', 'colours of a terminal');
});
