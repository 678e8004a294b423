// Tests the tools for measuring search: the stemmer, with the sample of its authors, and the formats of retrieval sets.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readFolder } from '../../../scripts/bench/retrieval/folder.ts';
import { englishStem } from '../../../services/gateway/embeddings/english-stem.ts';

t.test("words have the stems of the algorithm's own sample vocabulary", (t) => {
  // https://snowballstem.org/algorithms/english/stemmer.html, "A sample of vocabulary, with the stemmed forms".
  const stems: Record<string, string> = {
    consign: 'consign consigned consigning consignment',
    consist: 'consist consisted consistency consistent consistently consisting consists',
    consol: 'consolation consolations console consoled consoles consoling consolingly consols',
    consolatori: 'consolatory',
    consolid: 'consolidate consolidated consolidating',
    conson: 'consonant',
    consort: 'consort consorted consorting',
    conspicu: 'conspicuous conspicuously',
    conspiraci: 'conspiracy',
    conspir: 'conspirator conspirators conspire conspired conspiring',
    constabl: 'constable constables',
    constanc: 'constance constancy',
    constant: 'constant',
    knack: 'knack knacks',
    knackeri: 'knackeries',
    knavish: 'knavish',
    knead: 'kneaded kneading',
    kneel: 'kneel kneeled kneeling kneels',
    knee: 'knee knees',
    knife: 'knife',
    knight: 'knight knights',
    knit: 'knit knits knitted knitting',
    knive: 'knives',
    knock: 'knock knocked knocking knocks',
    knocker: 'knocker knockers',
    // The special cases: exceptional words, and prefixes that are longer than the rules say.
    ...{ sky: 'sky skies', die: 'dying', news: 'news', succeed: 'succeed succeeded', herring: 'herring herrings' },
    ...{ generat: 'generate generation', generic: 'generic', general: 'general generally', communism: 'communism' },
    ...{ cri: 'cry cries cried', by: 'by', say: 'say says', hop: 'hopped hopping hops', hope: 'hope hoping hopes' },
  };
  for (const [stem, words] of Object.entries(stems))
    for (const word of words.split(' ')) t.equal(englishStem(word), stem, word);
  t.end();
});

t.test('a retrieval set is read from a folder in BEIR format', async (t) => {
  const folder = t.testdir({
    'corpus.jsonl': '{"_id":"d1","title":"Cats","text":"They purr."}\n{"_id":"d2","text":"Dogs bark."}\n\n',
    'queries.jsonl': '{"_id":"q1","text":"Who purrs?"}\n',
    qrels: { 'test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n' },
  });
  const { documents, questions, judgements } = await readFolder(folder);
  t.strictSame(
    [...documents],
    [
      ['d1', 'Cats\nThey purr.'],
      ['d2', 'Dogs bark.'],
    ],
  );
  t.strictSame([...questions], [['q1', 'Who purrs?']]);
  t.strictSame([...(judgements.get('q1') ?? [])], [['d1', 2]], 'a document of grade 0 is not relevant');
});

t.test('a retrieval set is read from a folder in SMART format, with both kinds of judgements', async (t) => {
  const folder = t.testdir();
  const read = async (relevant: string) => {
    mkdirSync(join(folder, 'set'), { recursive: true });
    writeFileSync(join(folder, 'set/X.ALL'), '.I 1\n.T\nCats\n.A\nA. Author\n.W\nThey purr.\n.I 2\n.W\nDogs bark.\n');
    writeFileSync(join(folder, 'set/X.QRY'), '.I 7\n.W\nWho purrs?\n.I 9\n.W\nWho barks?\n');
    writeFileSync(join(folder, 'set/X.REL'), relevant);
    return readFolder(join(folder, 'set'));
  };
  const { documents, questions, judgements } = await read('1 1 3\n2 2 1\n');
  t.strictSame(
    [...documents],
    [
      ['1', 'Cats\nThey purr.'],
      ['2', 'Dogs bark.'],
    ],
  );
  t.strictSame(
    [...questions],
    [
      ['1', 'Who purrs?'],
      ['2', 'Who barks?'],
    ],
    'questions are numbered by position',
  );
  t.strictSame(
    [...judgements].map(([question, of]) => [question, [...of]]),
    [
      ['1', [['1', 1]]],
      ['2', [['2', 1]]],
    ],
  );
  const graded = (await read('1 0 1 2\n1 0 2 0\n')).judgements;
  t.strictSame(
    [...graded].map(([question, of]) => [question, [...of]]),
    [['1', [['1', 2]]]],
    'grades are read, and 0 is not relevant',
  );
  await t.rejects(readFolder(t.testdir({})), { message: /has neither corpus\.jsonl/ });
});
