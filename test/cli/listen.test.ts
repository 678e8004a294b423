// Tests `svc webhook listen` as a developer uses it: against a server process, with a program on this machine.

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import t from 'tap';
import { createCli } from '../harness/cli.ts';
import { createDatabase } from '../harness/database.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { startServer, until } from '../harness/process.ts';
import { fill } from '../harness/template.ts';

const database = await createDatabase();
await fill(database);
const settings = database.settings;
let server = await startServer(settings);
t.teardown(async () => {
  await server.end();
  await database.drop();
});
const cli = await createCli(t, { url: server.url, database });
const email = 'ada@example.com';
const password = { SVC_PASSWORD: 'correct horse battery' };
await cli.run(['server', 'create-admin', '--email', email], { env: password });
await cli.run(['server', 'login', '--email', email], { env: password });
await cli.json('organization', 'create', '--name', 'Acme');
const { id: projectId } = await cli.json('project', 'create', '--name', 'Search');
await cli.run(['use', '--project', projectId]);

interface Post {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Starts a program that takes events, with these statuses one after the other. */
async function startProgram(statuses: number[]) {
  const posts: Post[] = [];
  const program = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posts.push({ headers: request.headers, body });
    response.writeHead(statuses[posts.length - 1] ?? 200, { location: '/elsewhere' }).end('thanks');
  });
  const port = await listenOnLoopback(program);
  const close = () => new Promise((resolve) => program.close(resolve));
  t.teardown(close);
  return { url: `http://127.0.0.1:${port}/hook`, posts, close };
}

/** Starts the command. `line` waits for the line of this number on standard output, beginning with 0. */
function listen(...args: string[]) {
  const { child, result } = cli.start(['webhook', 'listen', ...args]);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  return {
    child,
    result,
    notes: () => stderr,
    line: (number: number) => until(() => stdout.split('\n').slice(0, -1)[number]),
  };
}

t.test('posts each event to the program, signed, and prints how the program answered', async (t) => {
  const { url, posts } = await startProgram([204, 500, 307]);
  const listener = listen('--forward', url);
  t.equal(
    await listener.line(0),
    `listening for events of the project Search (${projectId}), literal signing; Ctrl-C ends`,
  );
  const secret = (await listener.line(1)).replace('webhook secret: ', '');
  t.match(secret, /^whsec_\S{44}$/);
  const events: { id: string; payload: string }[] = [];
  for (const [index, outcome] of [204, 500, 307].entries()) {
    const event = await cli.json('webhook', 'test', '--local');
    events.push(event);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    const line = `^${time}  vector_store.file_batch.completed  ${event.id}  ${outcome} in \\d+ ms$`;
    t.match(await listener.line(index + 2), new RegExp(line));
  }
  t.strictSame(
    posts.map(({ body }) => body),
    events.map(({ payload }) => payload),
    'each once: redirects are not followed',
  );
  for (const { headers, body } of posts) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    t.equal(headers['webhook-signature'], `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  }
  listener.child.kill('SIGINT');
  t.match(await listener.result, { code: 0, stderr: '' }, 'Ctrl-C ends it');
});

t.test('loses no event while the server restarts, and none while the program is away', async (t) => {
  const port = new URL(server.url).port;
  const program = await startProgram([]);
  await program.close();
  const listener = listen('--forward', program.url, '--json');
  t.match(JSON.parse(await listener.line(0)), { project: projectId, webhook_secret: /^whsec_/ });
  await server.end('SIGKILL');
  await until(() => listener.notes().includes('Trying again until the server answers') || undefined);
  server = await startServer({ ...settings, SVC_PORT: port });
  const event = await cli.json('webhook', 'test', '--local', '--type', 'vector_store.file_batch.failed');
  t.match(JSON.parse(await listener.line(1)), { id: event.id, answer: { status: null, error: /connection refused/ } });
  await until(() => listener.notes().includes('the server answers again') || undefined);
  listener.child.kill('SIGTERM');
  t.equal((await listener.result).code, 0);
});

t.test('a server takes the variables of the command line for no settings', async (t) => {
  const env = { SVC_WEBHOOK_SECRET: 'a secret of my own', SVC_ORGANIZATION: 'org_1', SVC_PROJECT: 'proj_1' };
  t.match(await cli.run(['migrate', '--plan'], { env }), { code: 0, stderr: '' });
});

t.test('says what is wrong before it listens', async (t) => {
  t.match(await cli.run(['webhook', 'listen', '--no-project']), { code: 2, stderr: /Name the project with --project/ });
  t.match(await cli.run(['webhook', 'listen', '--forward', 'localhost:3000']), {
    code: 2,
    stderr: /--forward takes an address such as http:\/\/127\.0\.0\.1:3000\/hook/,
  });
  t.match(await cli.run(['webhook', 'listen', '--project', 'proj_1']), { code: 1, stderr: /proj_1/ });
  t.match(await cli.run(['webhook', 'listen'], { env: { SVC_WEBHOOK_SECRET: 'short' } }), {
    code: 2,
    stderr: /SVC_WEBHOOK_SECRET is not a valid secret/,
  });
  t.match(
    await cli.run(['webhook', 'test']),
    { code: 1, stderr: /has no webhook.*--local/ },
    'and how to test without a webhook',
  );
});
