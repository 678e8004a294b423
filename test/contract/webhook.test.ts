// Tests `svc-contract webhook`: right receivers pass with each signing, and each mistake of a receiver is found.

import { execFile } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { tryReceiver } from '../../scripts/contract/webhook/run.ts';
import type { Signing } from '../../scripts/contract/webhook/sign.ts';
import { closeServer, listenOnLoopback } from '../harness/loopback.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const main = join(import.meta.dirname, '../../scripts/contract/main.ts');

/** Returns the status for a delivery. */
type Receiver = (headers: IncomingHttpHeaders, body: string) => number;

async function startReceiver(t: Test, receive: Receiver): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    let status = 500;
    try {
      status = receive(request.headers, Buffer.concat(chunks).toString());
    } catch {
      // A receiver that throws answers 500, as a framework does.
    }
    response.writeHead(status).end();
  });
  const port = await listenOnLoopback(server);
  t.teardown(() => server.close());
  return `http://127.0.0.1:${port}/hooks`;
}

/** The parts of a receiver that checks the signature by hand, each of which may be wrong. */
interface Parts {
  signed?(headers: IncomingHttpHeaders, body: string): string;
  isAmong?(given: string, wanted: string): boolean;
  isFresh?(seconds: number): boolean;
  refusal?: number;
  handle?: Receiver;
}

function byHand({
  signed = ({ 'webhook-id': id, 'webhook-timestamp': at }, body) => `${id}.${at}.${body}`,
  isAmong = (given, wanted) =>
    given
      .split(' ')
      .some((one) => one.length === wanted.length && timingSafeEqual(Buffer.from(one), Buffer.from(wanted))),
  isFresh = (seconds) => Math.abs(Date.now() / 1000 - seconds) < 300,
  refusal = 401,
  handle = () => 204,
}: Parts = {}): Receiver {
  return (headers, body) => {
    const wanted = `v1,${createHmac('sha256', secret).update(signed(headers, body)).digest('base64')}`;
    const isValid =
      isAmong(String(headers['webhook-signature'] ?? ''), wanted) && isFresh(Number(headers['webhook-timestamp']));
    return isValid ? handle(headers, body) : refusal;
  };
}

const byLibrary: Receiver = (headers, body) => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return 200;
  } catch {
    return 400;
  }
};

/** Returns the ids of the failed cases without `webhook/`. */
async function failed(t: Test, receive: Receiver, signing: Signing = 'literal'): Promise<string[]> {
  const url = await startReceiver(t, receive);
  const { results } = await tryReceiver({ url, secret, signing, timeoutMs: 5000 });
  t.ok(results.length > 25);
  return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id.replace('webhook/', ''));
}

t.test('right receivers pass: by hand, by a library of Standard Webhooks, and both during a migration', async (t) => {
  t.strictSame(await failed(t, byHand()), []);
  t.strictSame(await failed(t, byLibrary, 'standard'), []);
  t.strictSame(await failed(t, byHand(), 'dual'), []);
  t.strictSame(await failed(t, byLibrary, 'dual'), []);
});

t.test('a receiver that reads the secret in the other way refuses everything', async (t) => {
  for (const [receive, signing] of [
    [byHand(), 'standard'],
    [byLibrary, 'literal'],
  ] as const)
    t.ok((await failed(t, receive, signing)).includes('good/completed'));
});

const seen = new Set<unknown>();
const wrong: Record<string, [receive: Receiver, expected: string[]]> = {
  'checks no signature': [() => 204, ['bad-signature/another-secret', 'tampered/body', 'time/old', 'time/nonsense']],
  'has no limit of time': [byHand({ isFresh: () => true }), ['time/old', 'time/future', 'time/nonsense']],
  'accepts the future': [byHand({ isFresh: (seconds) => Date.now() / 1000 - seconds < 300 }), ['time/future']],
  'allows one minute': [byHand({ isFresh: (at) => Math.abs(Date.now() / 1000 - at) < 60 }), ['time/two-minutes']],
  'signs the body alone': [byHand({ signed: (_, body) => body }), ['good/completed']],
  'signs no id': [
    byHand({ signed: ({ 'webhook-timestamp': at }, body) => `${at}.${body}` }),
    ['good/completed', 'rotation/second-signature'],
  ],
  'signs the parsed body': [
    byHand({
      signed: ({ 'webhook-id': id, 'webhook-timestamp': at }, body) =>
        `${id}.${at}.${JSON.stringify(JSON.parse(body))}`,
    }),
    ['good/raw-body'],
  ],
  'compares the whole header': [
    byHand({ isAmong: (given, wanted) => given === wanted }),
    ['rotation/second-signature', 'rotation/unknown-version'],
  ],
  'compares the beginning': [
    byHand({ isAmong: (given, wanted) => wanted.startsWith(given.slice(0, 12)) }),
    ['bad-signature/truncated'],
  ],
  'answers 500 to a bad signature': [byHand({ refusal: 500 }), ['bad-signature/another-secret', 'tampered/body']],
  redirects: [byHand({ handle: () => 302 }), ['good/completed', 'good/simultaneous']],
  'answers 409 to a repeated event': [
    byHand({
      handle(_, body) {
        const { id } = JSON.parse(body);
        if (seen.has(id)) return 409;
        seen.add(id);
        return 204;
      },
    }),
    ['repeated/same-event'],
  ],
  'throws at a new type of event': [
    byHand({ handle: (_, body) => (/file_batch|spend/.test(JSON.parse(body).type) ? 204 : 500) }),
    ['good/new-type'],
  ],
  'takes members for complete': [
    byHand({ handle: (_, body) => (Object.keys(JSON.parse(body)).length === 5 ? 204 : 500) }),
    ['good/new-member'],
  ],
};

for (const [mistake, [receive, expected]] of Object.entries(wrong)) {
  t.test(`it finds a receiver that ${mistake}`, async (t) => {
    const found = await failed(t, receive);
    for (const id of expected) t.ok(found.includes(id), `${id} in ${found}`);
  });
}

t.test('a receiver that never answers is not tried further', async (t) => {
  const server = createServer(() => undefined);
  const port = await listenOnLoopback(server);
  t.teardown(() => closeServer(server));
  const url = `http://127.0.0.1:${port}`;
  const { ending, results } = await tryReceiver({ url, secret, signing: 'literal', timeoutMs: 50 });
  t.equal(ending, 'unanswered');
  t.ok(results.some(({ outcome }) => outcome === 'skipped'));
});

t.test('the command reports the mistake with its sentence and a curl line, and exits with 1', async (t) => {
  const url = await startReceiver(t, byHand({ isFresh: () => true }));
  const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    promisify(execFile)(process.execPath, [main, 'webhook', ...args], {
      env: { PATH: process.env.PATH, SVC_WEBHOOK_SECRET: secret },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error) => error,
    );
  const { code, stdout, stderr } = await run(url);
  t.equal(code, 1, stdout + stderr);
  t.match(stdout, /^ {2}webhook, rule old: webhook\/time\/old\n {4}spec {6}Refuse events whose webhook-timestamp is/m);
  t.match(stdout, /curl -i -X POST .*-H 'webhook-signature: v1,.*"\$URL"'\/hooks'/);
  t.notOk(stdout.includes(secret));
  t.match(stderr, /^svc-contract: the receiver is wrong in \d cases\.\n$/);
  const other = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`;
  t.match(await run(url, '--secret', other), { code: 1, stderr: /literal signatures: --signing must be the project/ });
  t.match(await run('https://hooks.example.com/'), { code: 2, stderr: /--allow-host hooks\.example\.com/ });
  t.match(await run(url, '--secret', 'short-secret', '--signing', 'dual'), {
    code: 2,
    stderr: /needs a secret of the/,
  });
  const moved = await run(await startReceiver(t, () => 404));
  t.match(moved, { code: 1, stderr: /^svc-contract: the receiver is wrong in \d+ cases\.\n$/ }, 'a wrong path');
  const closing = createServer((request) => request.socket.destroy());
  const port = await listenOnLoopback(closing);
  t.teardown(() => closing.close());
  t.match(await run(`http://127.0.0.1:${port}/`), { code: 1, stderr: /the receiver is wrong in \d+ cases\.\n$/ });
  t.match(await run('http://127.0.0.1:9/'), { code: 2, stderr: /cannot be reached/ });
});
