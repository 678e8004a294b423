// Tests a Model2Vec folder as an embedding model, with a small table and vectors computed by hand.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { VectorStore } from '../../../models/vector-store.ts';
import { readStaticModel } from '../../../services/gateway/embeddings/model2vec/index.ts';
import { startApp } from '../../harness/app.ts';
import { upload } from '../../harness/forms.ts';
import { finished } from '../../harness/stores.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const parent = mkdtempSync(join(tmpdir(), 'svc-model-'));
const tokens = ['[PAD]', '[UNK]', 'cat', 'kitten', 'car', 'truck', '##s', ',', 'grusse', '猫'];
const rows = [
  [9, 9, 9],
  [9, 9, 9],
  [3, 4, 0],
  [4, 3, 0],
  [0, 0, 2],
  [0, 1, 2],
  [1, 1, 1],
  [0, 0, 0],
  [0.5, -2, 0.25],
  [3, 3, 0],
];

interface Folder {
  dtype?: 'F64' | 'F32' | 'F16' | 'BF16';
  normalize?: boolean;
  tokenizer?: object;
  /** Further tensors: weights in 32-bit floats, and the mapping in 64-bit integers. */
  weights?: number[];
  mapping?: number[];
}

/** Returns the 16-bit float of a number that has an exact one. */
function half(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = (Math.abs(value) / 2 ** exponent - 1) * 1024;
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
}

const bertTokenizer = {
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
  },
};

function writeFolder(name: string, options: Folder = {}): string {
  const { dtype = 'F32', normalize = false, tokenizer = {}, weights, mapping } = options;
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const table = rows.flat();
  const numbers = {
    F64: () => Float64Array.from(table),
    F32: () => Float32Array.from(table),
    F16: () => Uint16Array.from(table, half),
    BF16: () => Uint16Array.from(table, half),
  };
  const embeddings = Buffer.from(numbers[dtype]().buffer);
  const tensors: [name: string, dtype: string, shape: number[], bytes: Buffer][] = [
    ['embeddings', dtype, [rows.length, 3], embeddings],
  ];
  if (weights !== undefined)
    tensors.push(['weights', 'F32', [weights.length], Buffer.from(Float32Array.from(weights).buffer)]);
  if (mapping !== undefined)
    tensors.push(['mapping', 'I64', [mapping.length], Buffer.from(BigInt64Array.from(mapping, BigInt).buffer)]);
  let at = 0;
  const header = Object.fromEntries(
    tensors.map(([tensor, type, shape, bytes]) => {
      at += bytes.length;
      return [tensor, { dtype: type, shape, data_offsets: [at - bytes.length, at] }];
    }),
  );
  const json = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, ...header }));
  const head = Buffer.alloc(8);
  head.writeBigUInt64LE(BigInt(json.length));
  writeFileSync(join(folder, 'model.safetensors'), Buffer.concat([head, json, ...tensors.map((one) => one[3])]));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify({ ...bertTokenizer, ...tokenizer }));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ normalize }));
  return folder;
}

t.test('a vector is the mean of the vectors of the known tokens', (t) => {
  for (const dtype of ['F64', 'F32', 'F16'] as const) {
    const { vectorOf, dimensions } = readStaticModel(writeFolder('mean', { dtype }));
    t.equal(dimensions, 3);
    const of = (text: string) => [...vectorOf(text)];
    t.strictSame(of('cat'), [3, 4, 0], dtype);
    t.strictSame(of('Cat kitten'), [3.5, 3.5, 0]);
    t.strictSame(of('cats'), [2, 2.5, 0.5], 'cat and ##s');
    t.strictSame(of('dog cat'), [3, 4, 0], 'an unknown word does not count');
    t.strictSame(of('catx cat'), [3, 4, 0], 'nor does a word with an unknown part');
    t.strictSame(of('car,truck'), [0, 1 / 3, 4 / 3].map(Math.fround), 'punctuation is a token of its own');
    t.strictSame(of('Grußé'), [0, 0, 0], 'ß is not ss');
    t.strictSame(of('GRÜSSE'), [0.5, -2, 0.25], 'without accents, in lower case');
    t.strictSame(of('cat猫cat'), [3, 11 / 3, 0].map(Math.fround), 'each ideograph is a word');
    t.strictSame(of('dog'), [0, 0, 0]);
    t.strictSame(of(`${'x'.repeat(200_000)} cat`), [3, 4, 0]);
  }
  t.end();
});

t.test('weights apply per token, the mapping selects rows, and normalize is respected', (t) => {
  const weights = tokens.map((_, id) => (id === 2 ? 0.5 : 2));
  const weighed = readStaticModel(writeFolder('weights', { weights }));
  t.strictSame([...weighed.vectorOf('cat car')], [0.75, 1, 2]);
  // Maps every token to the row before its own.
  const mapping = tokens.map((_, id) => Math.max(id - 1, 0));
  const mapped = readStaticModel(writeFolder('mapping', { mapping, weights }));
  t.strictSame([...mapped.vectorOf('kitten')], [6, 8, 0], 'the row of cat, the weight of kitten');
  const normal = readStaticModel(writeFolder('normal', { normalize: true }));
  t.strictSame([...normal.vectorOf('cat')], [0.6, 0.8, 0].map(Math.fround));
  t.strictSame([...normal.vectorOf('dog')], [0, 0, 0]);
  t.end();
});

t.test('simple normalizers and pre-tokenizers are applied in sequence', (t) => {
  const types = (...names: string[]) => names.map((type) => ({ type }));
  const tokenizer = {
    normalizer: { type: 'Sequence', normalizers: types('NFD', 'Lowercase', 'StripAccents') },
    pre_tokenizer: { type: 'Sequence', pretokenizers: types('WhitespaceSplit', 'Punctuation') },
  };
  const { vectorOf } = readStaticModel(writeFolder('simple', { tokenizer }));
  t.strictSame([...vectorOf('GRÜSSE')], [0.5, -2, 0.25]);
  t.strictSame([...vectorOf('cat,cat cat')], [9 / 4, 3, 0], 'the comma is a token of its own');
  const plain = { normalizer: null, pre_tokenizer: { type: 'Whitespace' } };
  const whole = readStaticModel(writeFolder('plain', { tokenizer: plain }));
  t.strictSame([...whole.vectorOf('cat, Cat')], [1.5, 2, 0], 'cat and a comma: Cat is another word');
  t.end();
});

t.test('an unreadable model is refused with an error that names the file', (t) => {
  const refused = (options: Folder, says: RegExp) =>
    t.throws(() => readStaticModel(writeFolder('refused', options)), { message: says });
  refused({ tokenizer: { model: { type: 'BPE' } } }, /tokenizer\.json has a model of type BPE, and only WordPiece/);
  refused({ tokenizer: { normalizer: { type: 'Precompiled' } } }, /tokenizer\.json has the normalizer Precompiled/);
  refused({ tokenizer: { pre_tokenizer: { type: 'Metaspace' } } }, /tokenizer\.json has the pre-tokenizer Metaspace/);
  refused({ dtype: 'BF16' }, /model\.safetensors has the tensor 'embeddings' of type BF16, and only F64, F32, F16/);
  t.throws(() => readStaticModel(join(parent, 'nowhere')), { message: /model\.safetensors does not exist/ });
  const folder = writeFolder('broken');
  for (const bytes of [Buffer.from('short'), Buffer.alloc(100, 255)]) {
    writeFileSync(join(folder, 'model.safetensors'), bytes);
    t.throws(() => readStaticModel(folder), { message: /model\.safetensors is not a safetensors file/ });
  }
  t.end();
});

t.test('a model from a folder embeds calls, files and queries', async (t) => {
  const folder = writeFolder('tiny-cats');
  const app = await startApp(t, { SVC_EMBEDDING_FILE: folder, SVC_EMBEDDING_MODEL: 'tiny-cats' });
  const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const ask = (method: string, path: string, body?: object) =>
    app.request(method, path, { token: project.key, ...(body === undefined ? {} : { body }) });
  const models = await app.request('GET', '/v1/models', { token: project.key, query: { additional_data: true } });
  const own = models.body.data.find(({ id }: { id: string }) => id === 'tiny-cats');
  t.match(own?.additional_data, { kind: 'embedding', upstream: null, dimensions: 3, description: /Model2Vec/ });
  const embedded = await ask('POST', '/v1/embeddings', { model: 'tiny-cats', input: ['cat', 'car truck'] });
  t.match(embedded.body, {
    model: 'tiny-cats',
    data: [{ embedding: [3, 4, 0] }, { embedding: [0, 0.5, 2] }],
  });
  const store = (await ask('POST', '/v1/vector_stores', {})).body.id as string;
  t.match(await VectorStore.findByPk(store), { embeddingModel: 'tiny-cats', embeddingDimensions: 3 });
  for (const text of ['a cat', 'a truck', 'nothing known']) {
    const fileId = await upload(app, project.key, { content: text });
    await ask('POST', `/v1/vector_stores/${store}/files`, { file_id: fileId });
    await finished(app, project.key, `/v1/vector_stores/${store}/files/${fileId}`);
  }
  const body = { query: 'kitten', ranking_options: { ranker: 'vector' } };
  const found = (await ask('POST', `/v1/vector_stores/${store}/search`, body)).body.data;
  const [first, ...others] = found;
  t.equal(first.content[0].text, 'a cat');
  t.ok(Math.abs(first.score - 24 / 25) < 1e-4, `(3, 4) and (4, 3): ${first.score}`);
  const truck = others.find(({ content }: { content: { text: string }[] }) => content[0]?.text === 'a truck');
  t.ok(Math.abs(truck.score - 3 / (5 * Math.sqrt(5))) < 1e-4, `(0, 1, 2) and (4, 3, 0): ${truck.score}`);
});
