// Many files that crash or block their reader, among valid files: each must fail alone, the valid ones must be read,
// every batch must end, and the server must keep running.

import t from 'tap';
import { zip } from '../../scripts/fixtures/documents.ts';
import { type Answer, startApp } from '../harness/app.ts';
import { rounds } from '../harness/faults.ts';
import { upload } from '../harness/forms.ts';
import { createStore, finished, miscounts, strayChunks } from '../harness/stores.ts';
import { createTenant, signUp } from '../harness/world.ts';

const batches = rounds;
const poisonedPerBatch = 5;
const goodPerBatch = 3;

// The timeout of the file is long, because the machine may be busy.
t.setTimeout(600_000);

/** Four million strings need five times the memory of a reader, so the reader is killed. */
const workbook = zip({
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml': '<workbook><sheets><sheet name="big"/></sheets></workbook>',
  'xl/sharedStrings.xml': `<sst>${'<si><t>abcdefgh</t></si>'.repeat(4_000_000)}</sst>`,
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
});
const poison = [
  { filename: 'big.xlsx', content: workbook },
  {
    filename: 'no.pdf',
    content: '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\ntrailer << /Root 1 0 R >>',
  },
  { filename: 'no.docx', content: 'PK\u0003\u0004 and nothing behind it' },
  { filename: 'deep.html', content: `<!doctype html><body>${'<div>'.repeat(200_000)}` },
];

t.test(`${batches * poisonedPerBatch} poisoned files fail, and all other files are read`, async (t) => {
  const app = await startApp(t, { SVC_INGESTION_MEMORY_MB: '64', SVC_INGESTION_WORKERS: '2' });
  const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const token = project.key;
  const store = await createStore(app, token);
  const attached: { poisoned: string[]; good: string[]; path: string }[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const poisoned: string[] = [];
    const good: string[] = [];
    for (let index = 0; index < poisonedPerBatch; index += 1) {
      const file = poison[(batch * poisonedPerBatch + index) % poison.length] as (typeof poison)[number];
      poisoned.push(await upload(app, token, file));
    }
    for (let index = 0; index < goodPerBatch; index += 1) {
      good.push(await upload(app, token, { content: `What is good in batch ${batch}, number ${index}.` }));
    }
    const path = `/v1/vector_stores/${store}/file_batches`;
    // Mixes the files, so that a reader is killed while a valid file is next in its queue.
    const ids = poisoned.flatMap((id, index) => [id, ...good.slice(index, index + 1)]);
    const { body } = await app.request('POST', path, { token, body: { file_ids: ids } });
    attached.push({ poisoned, good, path: `${path}/${body.id}` });
  }
  const stateOf = async (id: string): Promise<Answer['body']> =>
    (await app.request('GET', `/v1/vector_stores/${store}/files/${id}`, { token })).body;
  for (const { poisoned, good, path } of attached) {
    const batch = await finished(app, token, path);
    t.match(batch, { status: 'completed', file_counts: { failed: poisoned.length, completed: good.length } });
    for (const id of poisoned) t.match(await stateOf(id), { status: 'failed', last_error: { code: 'invalid_file' } });
    for (const id of good) t.equal((await stateOf(id)).status, 'completed');
  }
  t.equal((await app.request('GET', '/readyz')).status, 200);
  t.strictSame(await miscounts(), []);
  t.strictSame(await strayChunks(app.app.services.collections), []);
});
