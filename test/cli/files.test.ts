import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { createCli } from '../harness/cli.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

async function createWorld(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-cli-files-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const svc = await createCli(t, app);
  const { project, organizationKey } = await createTenant(app, admin);
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return { svc, folder, write, project, organizationKey, token: ['--token', project.key] };
}

t.test('files are uploaded, listed, read, downloaded and deleted', async (t) => {
  const { svc, folder, write, token } = await createWorld(t);
  const content = randomBytes(100_000);
  const path = await write('data.bin', content);
  const shown = await svc.run(['file', 'upload', path, await write('b.txt', 'b'), '--purpose', 'user_data', ...token]);
  t.equal(shown.code, 0, shown.stderr);
  t.match(shown.stdout, /^file-\S+ {2}100 KB {2}data\.bin\nfile-\S+ {2}1 byte {2}b\.txt\n$/);
  const file = await svc.json('file', 'upload', path, ...token);
  t.match(file, { object: 'file', bytes: 100_000, filename: 'data.bin', purpose: 'assistants' });
  t.equal((await svc.json('file', 'list', ...token)).data.length, 3);
  t.equal((await svc.json('file', 'list', '--purpose', 'user_data', '--limit', '1', ...token)).data.length, 1);
  t.equal((await svc.json('file', 'get', file.id, ...token)).id, file.id);
  const target = join(folder, 'back.bin');
  t.equal((await svc.run(['file', 'content', file.id, '--output', target, ...token])).code, 0);
  t.ok(content.equals(await readFile(target)));
  const text = (await svc.json('file', 'upload', await write('note.txt', 'To standard output.'), ...token)).id;
  t.equal((await svc.run(['file', 'content', text, ...token])).stdout, 'To standard output.');
  t.match(await svc.json('file', 'delete', '--yes', file.id, ...token), { id: file.id, deleted: true });
  const gone = await svc.run(['file', 'content', file.id, ...token]);
  t.strictSame([gone.code, gone.stderr], [1, `svc: There is no file '${file.id}' here.\n`]);
  const nowhere = await svc.run(['file', 'upload', join(folder, 'nothing'), ...token]);
  t.strictSame(
    [nowhere.code, nowhere.stderr],
    [1, `svc: ${join(folder, 'nothing')} cannot be read: there is no such file or folder.\n`],
  );
});

t.test('the files of a folder are uploaded, without hidden ones', async (t) => {
  const { svc, folder, write, token } = await createWorld(t);
  await mkdir(join(folder, 'docs/.git'), { recursive: true });
  await mkdir(join(folder, 'docs/deep'));
  await mkdir(join(folder, 'empty'));
  for (const name of ['a.md', 'b.txt', 'deep/c.md', '.hidden.md', '.git/d.md']) await write(`docs/${name}`, name);
  const docs = join(folder, 'docs');
  const upload = (...args: string[]) => svc.run(['file', 'upload', ...args, ...token]);
  const names = async (...args: string[]): Promise<string[]> =>
    [(await svc.json('file', 'upload', ...args, ...token)) as { filename: string }].flat().map((file) => file.filename);
  t.strictSame(await names(docs), ['a.md', 'b.txt', 'c.md']);
  t.strictSame(await names(docs, '--include', '*.md'), ['a.md', 'c.md'], 'a pattern of the name');
  t.strictSame(await names(docs, '--include', 'deep/**'), ['c.md'], 'a pattern of the path');
  t.strictSame(await names(docs, '--exclude', 'deep/*', '--exclude', '*.txt'), ['a.md']);
  t.match(await upload(join(folder, 'empty')), { code: 1, stderr: `svc: The folder ${folder}/empty has no files.` });
  t.match(await upload(docs, '--include', '*.pdf'), { code: 1, stderr: /^svc: No file in \S+ matches / });
  t.match(await upload(join(docs, 'a.md'), '--include', '*'), { code: 2, stderr: /no folder is named/ });
  const store = await svc.json('vector-store', 'create', ...token);
  const added = await svc.run(['vector-store', 'add', store.id, docs, ...token]);
  t.match(added, { code: 0, stdout: '3 completed, 0 failed' });
});

t.test('devices, pipes and files without a known size are refused before the first upload', async (t) => {
  const { svc, folder, write, token } = await createWorld(t);
  const pipe = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const good = await write('a.txt', 'a');
  for (const path of [pipe, '/dev/zero', '/proc/self/mem', '/proc/version']) {
    const { code, stdout, stderr } = await svc.run(['file', 'upload', good, path, ...token]);
    t.strictSame([code, stdout], [1, ''], path);
    t.match(stderr, new RegExp(`^svc: ${path} (is not a regular file|cannot be read: ).*\\.\n$`));
  }
  t.strictSame((await svc.json('file', 'list', ...token)).data, []);
});

t.test('a large file is uploaded in parts', async (t) => {
  const { svc, write, token } = await createWorld(t);
  const path = await write('large.bin', Buffer.alloc(130 << 20, 'x'));
  const file = await svc.json('file', 'upload', path, ...token);
  t.match(file, { object: 'file', bytes: 130 << 20, filename: 'large.bin' });
});

t.test('the parts of a large file may be joined for longer than another request may take', async (t) => {
  const { svc, write, token } = await createWorld(t);
  const proxy = createServer(async (incoming, outgoing) => {
    if (incoming.url?.endsWith('/complete')) await setTimeout(4000);
    const { method, headers } = incoming;
    const passed = request(`${app.url}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  t.teardown(() => proxy.close());
  const path = await write('large.bin', '');
  await truncate(path, 129 << 20);
  // A minute has three seconds.
  const hasten = 'const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 20);';
  const env = {
    SVC_URL: `http://127.0.0.1:${await listenOnLoopback(proxy)}`,
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(hasten)}"`,
  };
  const { code, stderr } = await svc.start(['file', 'upload', path, ...token], { env }).result;
  t.equal(code, 0, stderr);
});

t.test('the add command waits for files in a vector store, and reports failed ones with their reason', async (t) => {
  const { svc, write, token, project } = await createWorld(t);
  const store = await svc.json('vector-store', 'create', '--name', 'Handbook', ...token);
  const good = [await write('a.txt', 'about lighthouses'), await write('b.md', '# about ferries')];
  const done = await svc.run(['vector-store', 'add', store.id, ...good, '--attributes', 'kind=guide', ...token]);
  t.equal(done.code, 0, done.stderr);
  t.match(done.stdout, /^vsfb_\S+ {2}completed {2}2 completed, 0 failed, 0 in progress\n$/);
  t.equal(done.stderr, '', 'no progress bar without a terminal');
  const files = await svc.json('vector-store-file', 'list', store.id, ...token);
  t.match(files.data, [{ status: 'completed', attributes: { kind: 'guide' } }, { status: 'completed' }]);
  const bad = await svc.run(['vector-store', 'add', store.id, await write('c.pdf', 'none'), ...token]);
  t.equal(bad.code, 1);
  t.match(bad.stdout, /failed {2}0 completed, 1 failed/);
  t.equal(bad.stderr, 'c.pdf: The file is named .pdf but has other content.\nsvc: 1 file failed.\n');
  const again = await svc.json('vector-store', 'add', store.id, files.data[0].id, '--no-wait', ...token);
  t.match(again, { object: 'vector_store.file_batch', file_counts: { total: 1 } });
  t.equal((await svc.json('file-batch', 'get', store.id, again.id, ...token)).id, again.id);
  const updated = ['vector-store-file', 'update', store.id, files.data[1].id, '--attributes', 'kind=other'];
  t.strictSame((await svc.json(...updated, ...token)).attributes, { kind: 'other' });
  t.equal((await svc.json('vector-store-file', 'delete', '--yes', store.id, files.data[1].id, ...token)).deleted, true);
  t.ok(project.id);
});

t.test('a search of a vector store prints the best hit first', async (t) => {
  const { svc, write, token } = await createWorld(t);
  const store = await svc.json('vector-store', 'create', ...token);
  const add = async (name: string, text: string, ...attributes: string[]) =>
    svc.json('vector-store', 'add', store.id, await write(name, text), ...attributes, ...token);
  await add('ferry.txt', 'The ferry leaves\n\u001b[31mat noon.', '--attributes', 'year=2024');
  await add('lamp.txt', 'The lighthouse has a lamp.', '--attributes', 'year=2025');
  const search = (...args: string[]) => svc.run(['vector-store', 'search', store.id, ...args, ...token]);
  const { code, stdout } = await search('when does the', 'ferry', 'leave', '--max-num-results', '1');
  t.equal(code, 0);
  t.match(stdout, /^0\.\d{3} {2}ferry\.txt {2}file-\S+\n {2}The ferry leaves at noon\.\n$/);
  t.match((await search('ferry', '--filter', 'year=2025')).stdout, /^0\.\d{3} {2}lamp\.txt/);
  const none = await search('ferry', '--filter', 'year=2025', '--filter', 'year=2024');
  t.strictSame([none.code, none.stdout, none.stderr], [0, '', 'No results match this filter.\n']);
  const strict = await search('ferry', '--ranker', 'keyword', '--score-threshold', '1');
  t.strictSame([strict.code, strict.stdout], [0, '']);
  const words = await svc.json('vector-store', 'search', store.id, 'ferry', '--ranker', 'keyword', ...token);
  t.match(words, { search_query: ['ferry'], data: [{ filename: 'ferry.txt' }] });
  t.equal(words.data.length, 1);
  t.equal((await search('ferry', '--max-num-results', 'many')).code, 2);
});

t.test('nothing is uploaded for an unknown vector store', async (t) => {
  const { svc, write, token } = await createWorld(t);
  const { code, stderr } = await svc.run(['vector-store', 'add', 'vs_typo', await write('a.txt', 'a'), ...token]);
  t.strictSame([code, stderr], [1, "svc: There is no vector store 'vs_typo' here.\n"]);
  t.strictSame((await svc.json('file', 'list', ...token)).data, []);
});

t.test('an error names the files that were uploaded before it, and their ids can be added', async (t) => {
  const { svc, folder, write, token } = await createWorld(t);
  const store = await svc.json('vector-store', 'create', ...token);
  const add = (...args: string[]) => svc.run(['vector-store', 'add', store.id, ...args, ...token]);
  const uploaded = async () => (await svc.json('file', 'list', ...token)).data.map(({ id }: { id: string }) => id);
  const path = await write('a.txt', 'a');
  const refused = await add(path, '--attributes', `${'k'.repeat(65)}=x`);
  const [first] = await uploaded();
  t.equal(refused.code, 1);
  t.match(refused.stderr, `Already uploaded: ${first}. "svc vector-store add" takes these ids`);
  t.match((await add(first)).stdout, '1 completed, 0 failed');
  const unreadable = await add(path, join(folder, 'nothing'));
  const [second] = (await uploaded()).filter((id: string) => id !== first);
  t.equal(unreadable.code, 1);
  t.match(unreadable.stderr, 'nothing cannot be read: there is no such file');
  t.equal(second, undefined, 'all paths are read before the first upload');
});

t.test('a terminal shows a progress bar', async (t) => {
  const { svc, write, token } = await createWorld(t);
  const store = await svc.json('vector-store', 'create', ...token);
  const paths = await Promise.all(Array.from({ length: 5 }, (_, index) => write(`${index}.txt`, `text ${index}`)));
  const { code, screen } = await svc.type(['vector-store', 'add', store.id, ...paths, ...token], []);
  t.equal(code, 0, screen);
  t.match(screen, /█{30} 5\/5 uploaded/);
  t.match(screen, /\d\/5 processed/);
  t.match(screen, /5 completed, 0 failed/);
});

t.test('an organization key selects the project of files with --project', async (t) => {
  const { svc, write, project, organizationKey } = await createWorld(t);
  const path = await write('a.txt', 'a');
  const without = await svc.run(['file', 'upload', path, '--token', organizationKey]);
  t.equal(without.code, 2);
  t.match(without.stderr, /^svc: Name the project with --project, .*"svc project list" lists them\.\n$/);
  const file = await svc.json('file', 'upload', path, '--token', organizationKey, '--project', project.id);
  t.equal(file.filename, 'a.txt');
});
