// Tests many concurrent sign-ins: hashing a password takes 19 MiB and a core, and everybody can request it.

import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { client } from '../harness/app.ts';
import { createDatabase } from '../harness/database.ts';
import { startServer } from '../harness/process.ts';
import { fill } from '../harness/template.ts';

const parallel = 400;
const maxQueued = 64 + 2;
/** Without a pause the probes would be most of the load. */
const betweenProbesMs = 10;
/**
 * Each of the four threads of libuv's pool keeps its 19 MiB after a hash, and the calls need some memory too. Unlimited
 * hashing would take 7 GiB.
 */
const maxGrowthBytes = 256 * 1024 ** 2;

t.setTimeout(600_000);
const database = await createDatabase();
await fill(database);
const server = await startServer({
  ...database.settings,
  SVC_TRUSTED_PROXIES: '127.0.0.0/8',
  SVC_LOG_LEVEL: 'error',
});
t.teardown(async () => {
  await server.end();
  await database.drop();
});
const request = client(t, server.url);

/** Returns the server's memory in bytes from /proc; undefined on other systems than Linux. */
async function memory(name: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const text = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => '');
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found) * 1024;
}

/**
 * Signs in as an unknown user with a client address of its own. Uses a new connection, because the server may close a
 * kept-alive one while a busy machine reuses it.
 */
async function signIn(index: number, password = 'correct horse battery'): Promise<number> {
  const headers = { connection: 'close', 'x-forwarded-for': `198.51.${Math.floor(index / 200)}.${(index % 200) + 1}` };
  const body = { email: `nobody-${index}@example.com`, password };
  return (await request('POST', '/auth/login', { headers, body })).status;
}

t.test('400 concurrent sign-ins have bounded memory', async (t) => {
  // Warms up with as many invalid calls, which need no hash: a password may have at most 128 characters.
  const refused = await Promise.all(Array.from({ length: parallel }, (_, index) => signIn(index, 'x'.repeat(129))));
  t.strictSame([...new Set(refused)], [422]);
  // Resets the peak memory, so that it measures only the flood.
  await writeFile(`/proc/${server.child.pid}/clear_refs`, '5').catch(() => undefined);
  const before = await memory('VmRSS');
  let done = false;
  const flood = Promise.all(Array.from({ length: parallel }, (_, index) => signIn(index))).finally(() => {
    done = true;
  });
  let alive = 0;
  while (!done) {
    t.equal((await request('GET', '/healthz')).status, 200);
    alive += 1;
    await wait(betweenProbesMs);
  }
  const statuses = await flood;
  const hashed = statuses.filter((status) => status === 401).length;
  // 429: a fast database lets more sign-ins come than two hashes at once can take. 503: the throttle's rows are heavily
  // used too, and the database did not reach one of them in time.
  const others = statuses.filter((status) => ![401, 429, 503].includes(status));
  t.strictSame(others, []);
  t.ok(hashed >= maxQueued, `${hashed} sign-ins were accepted`);
  t.ok(alive > 0, `and the server answered ${alive} other requests meanwhile`);
  const highest = await memory('VmHWM');
  if (before === undefined || highest === undefined) return t.comment('memory is measured only on Linux');
  const growth = highest - before;
  t.comment(`${(growth / 1024 ** 2).toFixed(1)} MiB more, ${hashed} of ${parallel} hashed`);
  t.ok(growth <= maxGrowthBytes, `${growth} bytes`);
});
