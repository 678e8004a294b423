// Runs the receiver programs of the reference unmodified behind a TLS proxy, with real deliveries of every signing
// profile.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { receivers } from '../../scripts/generate/reference/webhooks.ts';
import { startApp } from '../harness/app.ts';
import { until } from '../harness/process.ts';
import { type Behaviour, loopbackSettings, type Received, startReceiver } from '../harness/receiver.ts';
import { createHook, deliveryEnd, sendEvent } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t, { ...loopbackSettings, SVC_WEBHOOK_RETRY_SCHEDULE: '' });
const { organizationKey: key } = await createTenant(app, await signUp(app, { isAdmin: true }));
const folder = join(import.meta.dirname, 'receivers');
const profiles = ['literal', 'standard', 'dual'] as const;

type Verdict = (post: Pick<Received, 'headers' | 'body'>) => Promise<boolean>;

/** The program that runs a receiver, by file extension. */
const runtimes: Record<string, string> = { mjs: process.execPath, py: 'python3', sh: 'openssl' };

/** Returns true if the program is installed. */
function isInstalled(program: string): boolean {
  const folders = program.startsWith('/') ? [''] : (process.env.PATH ?? '').split(':');
  return folders.some((path) => existsSync(join(path, program)));
}

function environment(secret: string, signing: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: secret, WEBHOOK_SIGNING: signing };
}

/** Starts a receiver that is a server. */
async function serve(t: Test, program: string, file: string, secret: string, signing: string): Promise<Verdict> {
  const port = await freePort();
  const child: ChildProcess = spawn(program, [join(folder, file)], {
    env: { ...environment(secret, signing), PORT: String(port) },
    stdio: 'ignore',
  });
  t.teardown(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}/`;
  await until(() =>
    fetch(url).then(
      () => true as const,
      () => undefined,
    ),
  );
  return async ({ headers, body }) => {
    const { status } = await fetch(url, { method: 'POST', headers: signed(headers), body: new Uint8Array(body) });
    return status === 204;
  };
}

/** Returns a receiver that verifies one saved webhook per run. */
function judge(file: string, secret: string, signing: string): Verdict {
  return ({ headers, body }) =>
    new Promise((resolve) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const options = { env: environment(secret, signing) };
      const child = execFile('/bin/sh', [join(folder, file), ...names.map((name) => String(headers[name]))], options);
      child.once('close', (code) => resolve(code === 0));
      // A receiver may refuse by the headers alone, and end before it reads the body.
      child.stdin?.on('error', () => undefined).end(body);
    });
}

function signed(headers: Received['headers']): Record<string, string> {
  const names = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

/** Returns the TLS proxy in front of a receiver. */
function before(verdict: Verdict): Behaviour {
  return (response, post) => {
    void verdict(post).then((genuine) => response.writeHead(genuine ? 204 : 401).end());
  };
}

for (const [title, file] of Object.entries(receivers)) {
  const runtime = runtimes[file.split('.').at(-1) ?? ''] ?? '';
  t.test(`${title}: accepts signed requests in every profile, and nothing else`, async (t) => {
    if (!isInstalled(runtime)) return t.plan(0, `${runtime} is not installed`);
    for (const signing of profiles) {
      const receiver = await startReceiver(t);
      const hook = await createHook(app, key, receiver.url, { webhook_signing: signing });
      const verdict = file.endsWith('.sh')
        ? judge(file, hook.secret, signing)
        : await serve(t, runtime, file, hook.secret, signing);
      receiver.behave(before(verdict));
      const { status } = await deliveryEnd(app, hook, (await sendEvent(app, hook)).id);
      t.equal(status, 'succeeded', signing);
      const [post] = receiver.received;
      if (post === undefined) return t.fail('no request came');
      const { headers, body } = post;
      const old = String(Number(headers['webhook-timestamp']) - 400);
      t.notOk(await verdict({ headers, body: Buffer.from(`${body} `) }), 'a changed body');
      t.notOk(await verdict({ headers: { ...headers, 'webhook-id': 'other' }, body }), 'another id');
      t.notOk(await verdict({ headers: { ...headers, 'webhook-timestamp': old }, body }), 'another timestamp');
      t.notOk(await verdict({ headers: { ...headers, 'webhook-signature': 'v1,AAAA' }, body }), 'another signature');
    }
  });
}
