// Tests forms on the wire: what is refused before reading, during reading, and as malformed.

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { holdBound } from '../../harness/clock.ts';
import { countObjects } from '../../harness/forms.ts';
import { until } from '../../harness/process.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

const { app, admin } = await startWithAdmin(t, { SVC_MAX_FILE_BYTES: String(1 << 20) });
const { project, organizationKey } = await createTenant(app, admin);
const objects = () => countObjects(app);

const boundary = 'a-boundary';
const type = `multipart/form-data; boundary=${boundary}`;
const filePart = (content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n`;
const textPart = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const purpose = textPart('purpose', 'assistants');
const end = `--${boundary}--\r\n`;

const send = (raw: string | Uint8Array, headers: Record<string, string> = {}, token = project.key) =>
  app.request('POST', '/v1/files', { token, raw, headers: { 'content-type': type, ...headers } });

t.test('a form with a preamble and an epilogue is accepted', async (t) => {
  t.equal((await send(`a preamble\r\n${filePart('x')}${purpose}${end}an epilogue`)).status, 200);
  t.equal((await send(filePart('x') + textPart('other', 'ignored') + purpose + end)).status, 200);
  t.equal((await send(textPart('__proto__[x]', '1') + filePart('x') + purpose + end)).status, 200);
  t.notOk('x' in {});
});

t.test('a text part may have a file name or be sent as bytes', async (t) => {
  const named = (name: string, value: string, headers = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="blob"\r\n${headers}\r\n${value}\r\n`;
  const texts = named('purpose', 'assistants', 'Content-Type: text/plain\r\n');
  const expiry = named('expires_after', '{"anchor":"created_at","seconds":3600}', 'Content-Type: application/json\r\n');
  for (const form of [texts + expiry + filePart('x'), filePart('x') + expiry + texts]) {
    const { status, body } = await send(form + end);
    t.equal(status, 200);
    t.match(body, { purpose: 'assistants', filename: 'a.txt', bytes: 1, expires_at: body.created_at + 3600 });
  }
  const wrong = await send(named('purpose', 'décor') + filePart('x') + end);
  t.equal(wrong.status, 422);
  t.match(wrong.body.detail, [{ loc: ['body', 'purpose'], input: 'décor' }]);
  const before = await objects();
  const misplaced = await send(named('attachment', 'x'.repeat(100_000)) + purpose + end);
  t.equal(misplaced.status, 400);
  t.match(misplaced.body.error.message, /'attachment' is too long for a text\. Send the file as the part 'file'/);
  t.equal(await objects(), before);
});

t.test('a file has the name in filename*, also beside a filename that is an encoded word', async (t) => {
  const encoded = "UTF-8''r%C3%A9sum%C3%A9.txt";
  const word = 'filename="=?UTF-8?Q?r=C3=A9sum=C3=A9.txt?="';
  for (const [parameters, filename] of [
    [`name="file"; ${word}; filename*=${encoded}`, 'résumé.txt'],
    [`name="file"; filename*="${encoded}"; filename="r?sum?.txt"`, 'résumé.txt'],
    [`name=file; ${word}; filename*=utf-8''..%2F..%5C100%2522.txt`, '100%22.txt'],
    [`name="file"; filename="plain.txt"; filename*=UTF-8''%E9`, 'plain.txt'],
    [`name="file"; filename="plain.txt"; filename*=UTF-8''`, 'plain.txt'],
  ] as const) {
    const form = `${purpose}--${boundary}\r\nContent-Disposition: form-data; ${parameters}\r\n\r\nx\r\n${end}`;
    t.match((await send(form)).body, { filename }, parameters);
  }
});

t.test('a malformed form is refused quickly, and leaves nothing behind', async (t) => {
  const before = await objects();
  const broken: [string, string][] = [
    ['no end', filePart('x') + purpose],
    ['cut off in the file', filePart('x').slice(0, -4)],
    ['garbage', 'garbage'],
    ['a part twice', filePart('x') + purpose + purpose + end],
    ['a file twice', filePart('x') + filePart('y') + purpose + end],
    [
      'many parts',
      filePart('x') + Array.from({ length: 10_000 }, (_, index) => textPart(`p${index}`, '1')).join('') + end,
    ],
    ['a text that is too long', filePart('x') + textPart('purpose', 'x'.repeat(100_000)) + end],
    ['a megabyte of dashes', '-'.repeat(1 << 20)],
  ];
  for (const [what, raw] of broken) {
    const began = process.cpuUsage();
    const { status, body } = await send(raw);
    const { user, system } = process.cpuUsage(began);
    t.equal(status, 400, what);
    t.equal(body.error.code, 'malformed_request', what);
    holdBound(t, `${what}: ms of CPU, including the client`, (user + system) / 1000, 1000);
  }
  t.equal((await send(filePart('x') + end, { 'content-type': 'multipart/form-data' })).status, 400, 'no boundary');
  t.equal((await send('', {})).status, 400, 'nothing');
  await until(async () => ((await objects()) === before ? true : undefined));
  const headers = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nX: ${'y'.repeat(1 << 20)}\r\n\r\nx\r\n${purpose}${end}`;
  t.ok([200, 400].includes((await send(headers)).status), 'headers of 1 MB are cut off or refused');
});

t.test('a form that is refused by its headers is not read', async (t) => {
  const form = filePart('x') + purpose + end;
  t.equal((await send(form, { 'content-type': 'application/json' })).status, 415);
  t.equal((await send(form, { 'content-encoding': 'gzip' })).status, 415);
  t.equal((await send(form, {}, 'svcproj_nothing')).status, 401);
  t.equal((await send(form, {}, organizationKey)).status, 422, 'Compat-Project is missing');
  t.equal((await send(form, { 'compat-project': project.id }, organizationKey)).status, 200);
  const before = await objects();
  t.equal(await promised(1 << 30, project.key), 413);
  t.equal(await promised(1 << 10, 'svcproj_nothing'), 401);
  t.equal(await objects(), before);
});

/** Sends only the headers of a form with this length. Returns the status of the response. */
function promised(length: number, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}/v1/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': length },
    });
    sent.on('response', ({ statusCode }) => {
      resolve(statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

/** Sends 8 MiB between two texts, without a Content-Length. Returns the status of the response. */
async function streamed(before: string, behind: string): Promise<number> {
  const chunks = async function* () {
    yield Buffer.from(before);
    for (let sent = 0; sent < 64; sent += 1) yield randomBytes(1 << 17);
    yield Buffer.from(behind);
  };
  const response = await fetch(`${app.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.key}`, 'content-type': type },
    body: chunks() as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  return response.status;
}

t.test('a form that arrives too slowly is refused, even without long pauses', async (t) => {
  const startedAt = performance.now();
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  t.teardown(() => socket.destroy());
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST /v1/files HTTP/1.1\r\nHost: svc\r\nAuthorization: Bearer ${project.key}\r\nContent-Type: ${type}\r\nContent-Length: 500000\r\n\r\n${filePart('|').split('|')[0]}`,
  );
  const drip = setInterval(() => socket.write('x'), 250);
  t.teardown(() => clearInterval(drip));
  await until(() => (answer.includes('\r\n\r\n') ? true : undefined));
  t.match(answer, /^HTTP\/1\.1 408 /);
  const seconds = (performance.now() - startedAt) / 1000;
  t.ok(seconds > 9.5 && seconds < 25, `${seconds} s`);
});

t.test('a file that is too large is refused while it is uploaded', async (t) => {
  const before = await objects();
  const [head = '', tail = ''] = filePart('|').split('|');
  const status = await streamed(head, `${tail}${purpose}${end}`);
  t.equal(status, 413, 'the client gets the response although it is still sending');
  await until(async () => ((await objects()) === before ? true : undefined));
});

t.test('a form whose text parts are too large is refused while it is uploaded', async (t) => {
  const before = await objects();
  const [head = '', tail = ''] = filePart('|').replace('"file"', '"other"').split('|');
  t.equal(await streamed(head, `${tail}${purpose}${end}`), 413, 'in a file part that the operation does not have');
  t.equal(await streamed(filePart('x') + purpose + end, ''), 413, 'after the end of the form');
  t.equal(await streamed('', `\r\n${filePart('x')}${purpose}${end}`), 413, 'before the beginning of the form');
  await until(async () => ((await objects()) === before ? true : undefined));
});

t.test('a client that continues to send after a refusal still gets the response', async (t) => {
  const form = filePart('x'.repeat(8 << 20)) + purpose + end;
  for (let attempt = 0; attempt < 20; attempt += 1) t.equal((await send(form, {}, 'svcproj_nothing')).status, 401);
  t.equal((await send(form)).status, 413);
});

t.test('a client that disconnects leaves nothing behind', async (t) => {
  const before = await objects();
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    `POST /v1/files HTTP/1.1\r\nHost: svc\r\nAuthorization: Bearer ${project.key}\r\nContent-Type: ${type}\r\nContent-Length: 500000\r\n\r\n${filePart('x'.repeat(200_000)).slice(0, -2)}`,
  );
  const unfinished = async () => {
    const { readdir } = await import('node:fs/promises');
    return (await readdir(`${app.database.dataDir}/files/unfinished`)).length;
  };
  await until(async () => ((await unfinished()) > 0 ? true : undefined));
  socket.destroy();
  await until(async () => ((await unfinished()) === 0 ? true : undefined));
  t.equal(await objects(), before);
});
