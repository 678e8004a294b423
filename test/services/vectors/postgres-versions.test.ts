// Tests that a PostgreSQL or a pgvector that is too old is refused at the start, with the version that is needed.

import t from 'tap';
import { problemOfVersions } from '../../../services/vectors/postgres-client.ts';
import { startPostgres } from '../../harness/postgres.ts';
import { runServer, startServer } from '../../harness/process.ts';

t.test('versions', async (t) => {
  const versions = { number: 140_000, shown: '14.0', vector: '0.8.0' };
  t.equal(problemOfVersions(versions), undefined);
  t.equal(problemOfVersions({ ...versions, vector: '1.0' }), undefined);
  t.match(
    problemOfVersions({ ...versions, number: 130_012, shown: '13.12' }),
    /needs PostgreSQL 14 .* is PostgreSQL 13.12/,
  );
  t.match(problemOfVersions({ ...versions, vector: '0.7.4' }), /needs .* pgvector 0.8 .* has pgvector 0.7.4/);
  t.match(problemOfVersions({ ...versions, vector: null }), /has no pgvector/);
});

t.test('a server does not start, and changes nothing', async (t) => {
  const postgres = await startPostgres();
  t.teardown(() => postgres.stop());
  await postgres.query('CREATE EXTENSION IF NOT EXISTS vector');
  await postgres.query("UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'");
  const settings = { SVC_DATA_DIR: t.testdir(), SVC_COLLECTIONS_URL: postgres.url };
  const { code, stderr } = await runServer(settings);
  t.equal(code, 1);
  t.match(
    stderr,
    /^svc: SVC_COLLECTIONS_URL: svc needs .*pgvector 0\.8 or newer, and this database has pgvector 0\.7\.4.*\n$/,
  );
  const [tables] = await postgres.query<{ n: string }>("SELECT count(*) AS n FROM pg_class WHERE relname LIKE 'svc%'");
  t.equal(Number(tables?.n), 0);
});

t.test('a server starts while PostgreSQL is away', async (t) => {
  const server = await startServer({ SVC_DATA_DIR: t.testdir(), SVC_COLLECTIONS_URL: 'postgres://127.0.0.1:1/svc' });
  await server.end();
  t.match(server.output(), /search engine \\"postgres\\" does not answer/);
});
