// The sentence of the spec that a report shows for a failed case.

import t from 'tap';
import { sentenceOf } from '../../scripts/contract/report/sentences.ts';
import { allCases } from '../../scripts/contract/tenants.ts';

/** The sentence of each case, by its id. */
const sentences = new Map(
  allCases().flatMap((operation) =>
    operation.cases.map(({ id, rule }): [string, string] => [id, sentenceOf({ operation, id, rule })]),
  ),
);

t.test('the sentence of every case says what its schema demands', async (t) => {
  const vague = [...sentences].filter(([, sentence]) => /as its schema in the document says/.test(sentence));
  t.ok(sentences.size > 9000);
  t.strictSame(vague, []);
});

t.test('a sentence names the place and the demand', async (t) => {
  const wanted = {
    'createVectorStore/broken/name/above-max-length':
      'Name in the body of createVectorStore has at most 255 characters.',
    'createConversation/broken/metadata{key}/above-max-length':
      'A value of metadata in the body of createConversation has at most 512 characters.',
    'createConversation/accepted/metadata{key}/min-length':
      'A value of metadata in the body of createConversation may be empty.',
    'createConversation/broken/metadata{key}/type-null':
      'A value of metadata in the body of createConversation is of the type string or number or boolean.',
    'createFile/broken/expires_after[anchor]/other-case':
      'Expires_after[anchor] in the body of createFile is one of created_at.',
    'createEmbedding/broken/input[1][1]/below-minimum': 'Input[1][1] in the body of createEmbedding is at least 0.',
  };
  for (const [id, sentence] of Object.entries(wanted)) t.equal(sentences.get(id), sentence, id);
});
