// Tests that projects take turns, so that no project's files wait until another's are read, even with one worker.

import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { Op } from 'sequelize';
import t from 'tap';
import { Job } from '../../../models/job.ts';
import { type Bytes, rawPdf } from '../../../scripts/fixtures/documents.ts';
import { sliceMs } from '../../../services/ingestion/time-slice.ts';
import { ingestLongFile } from '../../../services/stores/index.ts';
import { holdBound } from '../../harness/clock.ts';
import { upload } from '../../harness/forms.ts';
import { until } from '../../harness/process.ts';
import { readerPids } from '../../harness/readers.ts';
import { createStore, finished } from '../../harness/stores.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

const { app, admin } = await startWithAdmin(t, { SVC_INGESTION_WORKERS: '1' });

/** Creates a project with a vector store. Returns a function that attaches files to it. */
async function createPlace(): Promise<{
  token: string;
  attach: (filename: string, content: string | Bytes) => Promise<string>;
  done: (id: string) => Promise<{ status: string }>;
  statusOf: (id: string) => Promise<string>;
}> {
  const { project } = await createTenant(app, admin);
  const token = project.key;
  const path = `/v1/vector_stores/${await createStore(app, token)}/files`;
  return {
    token,
    async attach(filename, content) {
      const id = await upload(app, token, { filename, content });
      await app.request('POST', path, { token, body: { file_id: id } });
      return id;
    },
    done: (id) => finished(app, token, `${path}/${id}`),
    statusOf: async (id) => (await app.request('GET', `${path}/${id}`, { token })).body.status,
  };
}

/** The pages of a slow PDF. Each takes a reader about 1 s of CPU time. */
const slowPages = 40;

/** Returns a small PDF whose pages all save and restore the state of the reader 4 million times. */
function slowPdf(): Bytes {
  const content = deflateSync('q Q '.repeat(4_000_000));
  const pages = Array.from({ length: slowPages }, (_, index) => `${index + 5} 0 R`);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${slowPages} >>`,
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    ),
  ]);
}

t.test('a file whose reader waits for a CPU keeps its turn', async (t) => {
  const [first, second] = [await createPlace(), await createPlace()];
  await first.done(await first.attach('warm.txt', 'starts the reader'));
  const [reader = 0] = await readerPids();
  // A stopped process stands for one that gets no CPU.
  process.kill(reader, 'SIGSTOP');
  const delayed = await first.attach('delayed.txt', 'one line');
  const isBeingRead = async () => ((await Job.count({ where: { lease: { [Op.ne]: null } } })) > 0 ? true : undefined);
  await until(isBeingRead);
  const next = await second.attach('next.txt', 'one line');
  await wait(2 * sliceMs);
  t.equal(await Job.count({ where: { kind: ingestLongFile.name } }), 0);
  process.kill(reader, 'SIGCONT');
  t.match(await first.done(delayed), { status: 'completed' });
  t.match(await second.done(next), { status: 'completed' });
});

t.test('a one-line file of another organization is read before any of four slow PDFs', async (t) => {
  const [hostile, other] = [await createPlace(), await createPlace()];
  const slow = slowPdf();
  const slowIds: string[] = [];
  for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf']) slowIds.push(await hostile.attach(name, slow));
  const began = performance.now();
  const ids = [await other.attach('line.txt', 'one line')];
  t.match(await other.done(ids[0] as string), { status: 'completed' });
  const waitedMs = [performance.now() - began];
  // Repeats the test while the long files of both stores are in progress.
  for (const name of ['line 2.txt', 'line 3.txt']) {
    const again = performance.now();
    const id = await other.attach(name, 'one line');
    t.match(await other.done(id), { status: 'completed' });
    waitedMs.push(performance.now() - again);
  }
  // Under 5 s on an idle machine. Here, less time than reading one PDF takes.
  holdBound(t, 'longest wait of a one-line file, in ms', Math.max(...waitedMs), 20_000);
  for (const id of slowIds)
    t.equal(await hostile.statusOf(id), 'in_progress', 'the long files wait, and have not failed');
});
