// A backup that somebody has changed by hand, with all plain sums made again, is refused: its checksum has a key.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { sealKey } from '../../services/maintenance/sealed-key.ts';
import { readTar, TarWriter } from '../../services/maintenance/tar.ts';
import { keyInFile } from '../../services/settings/index.ts';
import { secretsUnder } from '../../services/settings/secrets.ts';
import { startApp } from '../harness/app.ts';
import { type Cli, createCli } from '../harness/cli.ts';
import { createDatabase } from '../harness/database.ts';
import { upload } from '../harness/forms.ts';
import { createTenant, signUp } from '../harness/world.ts';

const env = { SVC_BACKUP_PASSPHRASE: 'twelve signs' };
const app = await startApp(t);
const cli = await createCli(t, app);
const folder = await mkdtemp(join(tmpdir(), 'svc-changed-'));
t.teardown(() => removeFolder(folder));
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
for (const content of ['The first note.', 'The other note.']) await upload(app, project.key, { content });
const file = join(folder, 'backup.tar.gz');
const made = await cli.run(['backup', file], { env });
if (made.code !== 0) throw new Error(made.stderr);
const secretsKey = keyInFile(app.database.dataDir) ?? '';
/** With the key in the settings no passphrase has to be opened, which takes most of a second. */
const withKey = { SVC_SECRETS_KEY: secretsKey };

interface Part {
  name: string;
  content: Buffer;
}

async function partsOf(path: string): Promise<Part[]> {
  const parts: Part[] = [];
  const source = (async function* () {
    yield gunzipSync(await readFile(path));
  })();
  for await (const { name, content } of readTar(source, () => undefined))
    parts.push({ name, content: await buffer(content) });
  return parts;
}

/** Writes a backup of the parts, with new plain sums. With a key, it makes the keyed checksum again too. */
async function rebuilt(parts: Part[], { key, after = [] }: { key?: string; after?: Part[] } = {}): Promise<Buffer> {
  const written = new PassThrough();
  const bytes = buffer(written);
  const hmac = key === undefined ? undefined : createHmac('sha256', secretsUnder(key).keyFor('the MAC of a backup'));
  let isOver = false;
  const tar = new TarWriter(written, (chunk) => {
    if (!isOver) hmac?.update(chunk);
  });
  const sums: string[] = [];
  for (const { name, content } of [...parts, ...after]) {
    if (name.startsWith('sums/')) await tar.add(name, sums.join('').length, [Buffer.from(sums.splice(0).join(''))]);
    else if (name === 'mac.txt' && hmac !== undefined) {
      const mac = function* () {
        isOver = true;
        yield Buffer.from(hmac.digest('hex'));
      };
      await tar.add(name, content.length, mac());
    } else {
      await tar.add(name, content.length, [content]);
      sums.push(`${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
    }
  }
  await tar.end();
  return bytes;
}

function changed(parts: Part[], name: string | RegExp, change: (text: string) => string): Part[] {
  return parts.map((part) =>
    part.name.match(name) ? { ...part, content: Buffer.from(change(part.content.toString())) } : part,
  );
}

function changedHead(parts: Part[], change: object): Part[] {
  return changed(parts, 'backup.json', (text) => JSON.stringify({ ...JSON.parse(text), ...change }));
}

async function emptyPlace(t: Test): Promise<{ cli: Cli; dataDir: string }> {
  const place = await createDatabase('sqlite');
  t.teardown(() => place.drop());
  return { cli: await createCli(t, { url: '', database: place }), dataDir: place.dataDir };
}

const parts = await partsOf(file);
const sumsAt = parts.findIndex(({ name }) => name.startsWith('sums/'));
const wasChanged = /^svc: The backup was changed after it was made: .*\n$/;

t.test('the last part is a checksum of all bytes before it', async (t) => {
  t.strictSame(parts.map(({ name }) => name.split('/')[0]).slice(-3), ['end.json', 'sums', 'mac.txt']);
  t.ok(gunzipSync(await readFile(file)).equals(await rebuilt(parts)), 'the test builds the same bytes');
  t.ok(gunzipSync(await readFile(file)).equals(await rebuilt(parts, { key: secretsKey })));
});

t.test('every change by hand is refused, and nothing is written', async (t) => {
  const there = await emptyPlace(t);
  const files = parts.filter(({ name }) => name.startsWith('files/'));
  const [one, two] = files as [Part, Part];
  const swapped = parts.map((part) => (part === one ? { ...one, content: two.content } : part));
  const reordered = parts.toSorted((a, b) => Number(a.name.startsWith('files/')) - Number(b.name.startsWith('files/')));
  const withoutMac = parts.filter(({ name }) => name !== 'mac.txt');
  const otherKey = randomBytes(32).toString('base64');
  const ownTar = gunzipSync(await readFile(file));
  const mode = Buffer.from(ownTar);
  // The mode of the first part, and with it the checksum of its header.
  mode.write('0000644', 100);
  let sum = 0;
  for (const [at, byte] of mode.subarray(0, 512).entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  mode.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const damaged = /^svc: .*is damaged: .*\n$/;
  const cases: [name: string, tar: Buffer, refusal: RegExp][] = [
    ['a user', await rebuilt(changed(parts, /^rows\/users\//, (text) => text.replace('@', '.evil@'))), wasChanged],
    ['the content of a file', await rebuilt(swapped), wasChanged],
    ['the names of files', await rebuilt(changedName(parts, one, two)), wasChanged],
    ['the order of parts', await rebuilt(reordered), /damaged|was changed/],
    ['a missing row', await rebuilt(withoutFirstMember(parts)), wasChanged],
    ['the time in its head', await rebuilt(changedHead(parts, { created_at: 1 })), wasChanged],
    ['a field of the archive', mode, wasChanged],
    ['a checksum of another key', await rebuilt(parts, { key: otherKey }), wasChanged],
    ['no checksum', await rebuilt(withoutMac), damaged],
    ['an earlier version', await rebuilt(changedHead(withoutMac, { version: 1 })), wasChanged],
    ['no proof of a key', await rebuilt(changedHead(withoutMac, { key_proof: null })), wasChanged],
    [
      'the checksum in the middle',
      await rebuilt([...parts.slice(0, sumsAt - 1), ...parts.slice(-1), ...parts.slice(sumsAt - 1, -1)]),
      /damaged|was changed/,
    ],
    [
      'one more part',
      await rebuilt(parts, { after: [{ name: 'rows/users/99999999.jsonl', content: Buffer.from('[]\n') }] }),
      damaged,
    ],
    ['bytes after its end', Buffer.concat([ownTar, Buffer.from('more')]), damaged],
  ];
  for (const [name, tar, stderr] of cases) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.gz`);
    await writeFile(path, gzipSync(tar));
    for (const command of ['verify', 'restore'])
      t.match(await there.cli.run([command, path], { env: withKey }), { code: 1, stderr }, `${command}: ${name}`);
  }
  const appended = join(folder, 'two-members.gz');
  await writeFile(appended, Buffer.concat([await readFile(file), gzipSync('more')]));
  t.match(
    await there.cli.run(['restore', appended], { env: withKey }),
    { code: 1, stderr: damaged },
    'a second gzip member',
  );
  t.strictSame(await readdir(there.dataDir), []);
  t.match(await there.cli.run(['restore', file, '--require-keyed'], { env }), { code: 0, stderr: '' });
});

t.test('a key of somebody else in the backup does not help', async (t) => {
  const there = await emptyPlace(t);
  const own = randomBytes(32).toString('base64');
  const sealed = { key: await sealKey(own, 'a passphrase of theirs'), key_proof: secretsUnder(own).mac('key\0') };
  const path = join(folder, 'own-key.gz');
  await writeFile(path, gzipSync(await rebuilt(changedHead(parts, sealed), { key: own })));
  t.match(await there.cli.run(['restore', path], { env }), { code: 1, stderr: /not the one of this backup/ });
});

t.test('without the key, verify checks the plain sums and says so, and restore asks for the key', async (t) => {
  const there = await emptyPlace(t);
  const path = join(folder, 'without-key.gz');
  t.match(await cli.run(['backup', path, '--without-key']), { code: 0 });
  t.match(await there.cli.run(['verify', path]), {
    code: 0,
    stdout: 'no problems found\n',
    stderr: /^svc: only the plain checksums were checked, .*Set SVC_SECRETS_KEY.*\n$/,
  });
  t.match((await there.cli.run(['verify', path, '--json'])).json(), { valid: true, keyed: false });
  const asked = { code: 1, stderr: /Set SVC_SECRETS_KEY to the key of the installation/ };
  t.match(await there.cli.run(['verify', path, '--require-keyed']), asked);
  t.match(await there.cli.run(['restore', path]), asked);
  t.match((await cli.run(['verify', path, '--json'])).json(), { valid: true, keyed: true }, 'with its secrets.key');
  t.match(await there.cli.run(['verify', path, '--require-keyed'], { env: withKey }), { code: 0, stderr: '' });
  const broken = join(folder, 'without-key-broken.gz');
  const [first] = parts.filter(({ name }) => name.startsWith('files/'));
  await writeFile(broken, gzipSync(await rebuilt((await partsOf(path)).filter(({ name }) => name !== first?.name))));
  t.match(await there.cli.run(['verify', broken]), { code: 1, stderr: /parts are missing/ });
  t.match(await there.cli.run(['restore', path], { env: withKey }), { code: 0, stderr: '' });
});

t.test('a passphrase has at least 12 characters when a backup is made, not when it is restored', async (t) => {
  const short = { SVC_BACKUP_PASSPHRASE: 'elevensigns' };
  const path = join(folder, 'short.gz');
  t.match(await cli.run(['backup', path], { env: short }), {
    code: 1,
    stderr: 'svc: The passphrase is too short. Use at least 12 characters.\n',
  });
  t.match(await cli.run(['backup', path], { env: { SVC_BACKUP_PASSPHRASE: '🔑'.repeat(11) } }), { code: 1 });
  t.notOk((await readdir(folder)).some((name) => name.startsWith('short')));
  const earlier = changedHead(parts, { key: await sealKey(secretsKey, short.SVC_BACKUP_PASSPHRASE) });
  await writeFile(path, gzipSync(await rebuilt(earlier, { key: secretsKey })));
  const there = await emptyPlace(t);
  t.match(await there.cli.run(['verify', path], { env: short }), { code: 0, stdout: 'no problems found\n' });
  t.match(await there.cli.run(['restore', path], { env: short }), { code: 0 });
});

/** Returns the parts with the names of two files exchanged. */
function changedName(parts: Part[], one: Part, two: Part): Part[] {
  return parts.map((part) => {
    if (part === one) return { ...part, name: two.name };
    return part === two ? { ...part, name: one.name } : part;
  });
}

/** Returns the parts without the first member of an organization, with the count of rows made again. */
function withoutFirstMember(parts: Part[]): Part[] {
  const cut = changed(parts, /^rows\/memberships\//, (text) => text.slice(text.indexOf('\n') + 1));
  return changed(cut, 'end.json', (text) => {
    const end = JSON.parse(text);
    end.rows.memberships -= 1;
    return JSON.stringify(end);
  });
}
