// Tests which models a project with an allow list can name at custom endpoints, in any encoding of the body.

import t from 'tap';
import { startInference, tenantOf } from '../harness/inference.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const world = await startInference(t, [upstream.settings({ custom_endpoints: ['/v1/ocr'] })]);
const { app } = world;
const restricted = await tenantOf(app, world.admin);
await restricted.allow({ models: ['chat-model'] });
upstream.always(({ response }) => json(response, 200, {}));

interface Sent {
  status: number;
  /** The code of the error. */
  code: string | undefined;
  reached: boolean;
}

async function send(
  body: string | Buffer,
  type?: string,
  { query = '', method = 'POST', key = restricted.project.key } = {},
): Promise<Sent> {
  const before = upstream.seen.length;
  const answer = await fetch(`${app.url}/v1/ocr${query}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(method === 'GET' ? {} : { body: Buffer.from(body) }),
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: error?.code, reached: upstream.seen.length > before };
}

const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le');
const secret = '{"\\u006dodel":"secret"}';
const jsonMedia = 'application/json';
const formMedia = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
const part = (head: string, value: string) => `--x\r\n${head}\r\n\r\n${value}\r\n--x--\r\n`;

t.test('a body that parsers interpret differently cannot name a model that is not allowed', async (t) => {
  const bodies: [body: string | Buffer, type: string | undefined, status: number][] = [
    [`\ufeff${secret}`, jsonMedia, 415],
    ['{"x":NaN,"\\u006dodel":"secret"}', jsonMedia, 415],
    [`${secret} and more`, jsonMedia, 415],
    [utf16(secret), jsonMedia, 415],
    [utf16(secret, ''), jsonMedia, 415],
    [utf16(secret, '').swap16(), jsonMedia, 415],
    [Buffer.from('{"\xff":1,"model":"secret"}', 'latin1'), jsonMedia, 415],
    [secret, `${jsonMedia}; charset=utf-7`, 415],
    [secret, 'text/plain', 415],
    [secret, 'application/yaml', 415],
    ['model: secret', undefined, 415],
    [secret, undefined, 403],
    [secret, 'application/vnd.x+json', 403],
    ['{"\\u006dodel":"secret","model":"chat-model"}', jsonMedia, 403],
    ['{"Model":"secret"}', jsonMedia, 403],
    ['{"model":"chat-model","MODEL":"secret"}', jsonMedia, 403],
    ['{"calls":[{"model" : "secret"}]}', jsonMedia, 403],
    ['{"deployment_id":"secret"}', jsonMedia, 403],
    ['{"model":"chat-model","fallbacks":["secret"]}', jsonMedia, 403],
    ['{"model":"chat-model","fallbac\u212as":["secret"]}', jsonMedia, 403],
    ['{"model":["secret"]}', jsonMedia, 422],
    ['model=secret', formMedia, 403],
    ['model=chat-model&Model=secret', formMedia, 403],
    ['a=1;model=secret', formMedia, 403],
    ['m%6Fdel%5B%5D=secret', formMedia, 403],
    [secret, formMedia, 403],
    [secret, 'image/png', 403],
    [`{${' '.repeat(5000)}"model":"secret"}`, 'application/octet-stream', 403],
    [utf16(secret), 'application/octet-stream', 415],
    [part('Content-Disposition: form-data; name="Model"', 'secret'), multipart, 403],
    [part('Content-Disposition: form-data; name="model[]"', 'secret'), multipart, 403],
    [part('Content-Disposition: form-data; name="model"; name="a"', 'secret'), multipart, 400],
    [part('Content-Disposition: form-data; name="a"; name*=utf-8\'\'model', 'secret'), multipart, 400],
    [part('Content-Disposition: form-data; name="a"', ''), `${multipart}; boundary=y`, 400],
    [`${secret}\r\n${part('Content-Disposition: form-data; name="a"', '')}`, multipart, 415],
  ];
  for (const [body, type, status] of bodies) {
    const said = `${type}: ${body.toString('latin1').slice(0, 100)}`;
    const { status: given, reached } = await send(body, type);
    t.equal(given, status, said);
    t.notOk(reached, said);
  }
});

t.test('every name that selects a model holds, in JSON inside of fields, parts and binary bodies too', async (t) => {
  const file = 'Content-Disposition: form-data; name="file"; filename="x.bin"';
  const list = '[{"engine":"secret"}]';
  const names = ['model_id', 'model_name', 'modelId', 'modelName', 'engine', 'engine_id', 'Model-ID', 'MODEL_NAME'];
  const bodies: [body: string | Buffer, type: string | undefined, status: number][] = [
    ...names.flatMap((name): [string, string, number][] => [
      [`{"${name}":"secret"}`, jsonMedia, 403],
      [`{"model":"chat-model","${name}":"secret"}`, jsonMedia, 403],
      [`{"calls":[{"${name}":"secret"}]}`, jsonMedia, 403],
      [`${name}=secret`, formMedia, 403],
      [`call[${name}]=secret`, formMedia, 403],
      [`call.${name}=secret`, formMedia, 403],
      [part(`Content-Disposition: form-data; name="${name}"`, 'secret'), multipart, 403],
      [`{"${name}":"secret"}`, 'application/octet-stream', 403],
    ]),
    ['{"modelId":5}', jsonMedia, 422],
    [list, jsonMedia, 403],
    [list, 'audio/mpeg', 403],
    [` [ [ {"a":1},${secret}]]`, 'application/octet-stream', 403],
    ['{model:"secret"}', 'application/octet-stream', 415],
    ['{/**/"model":"secret"}', 'image/png', 415],
    [`request=${encodeURIComponent(secret)}`, formMedia, 403],
    [`request=${encodeURIComponent(list)}`, formMedia, 403],
    [`request=${encodeURIComponent(`{"x":NaN,${secret.slice(1)}`)}`, formMedia, 415],
    [part('Content-Disposition: form-data; name="request"', secret), multipart, 403],
    [part('Content-Disposition: form-data; name="request"\r\nContent-Type: application/json', secret), multipart, 403],
    [part('Content-Disposition: form-data; name="request"', utf16(secret, '').toString()), multipart, 415],
    [part(file, secret), multipart, 403],
    [part(`${file}\r\nContent-Type: application/json`, list), multipart, 403],
    [part(`${file}\r\nContent-Type: application/json`, 'model: secret'), multipart, 415],
    [part(`${file}\r\nContent-Type: image/png`, secret), multipart, 403],
    [part(`${file}\r\nContent-Type: ${formMedia}`, 'modelId=secret'), multipart, 403],
    [part(`${file}\r\nContent-Type: multipart/mixed; boundary=y`, '--y--'), multipart, 415],
    [part(`${file}\r\nContent-Transfer-Encoding: base64`, Buffer.from(secret).toString('base64')), multipart, 400],
    [part('Content-Disposition: form-data; name="model"; filename="chat-model"', 'secret'), multipart, 403],
    [part('Content-Disposition: form-data; name="model"; filename="secret"', 'chat-model'), multipart, 403],
  ];
  for (const [body, type, status] of bodies) {
    const said = `${type}: ${body.toString('latin1').slice(0, 160)}`;
    const { status: given, reached } = await send(body, type);
    t.equal(given, status, said);
    t.notOk(reached, said);
  }
});

t.test('a query that parsers interpret differently cannot name a model that is not allowed', async (t) => {
  for (const query of [
    '?model=secret',
    '?Model=secret',
    '?a=1&m%6fdel=secret',
    '?a;model=secret',
    '?deployment=secret',
    '?model_id=secret',
    '?modelId=secret',
    '?engine=secret',
    `?request=${encodeURIComponent('{"engine":"secret"}')}`,
  ]) {
    for (const method of ['GET', 'POST']) {
      t.match(await send('{}', jsonMedia, { query, method }), { status: 403, code: 'model_not_found', reached: false });
    }
  }
  t.equal((await send('{}', jsonMedia, { query: '?model=chat-model&modes=x' })).status, 200);
});

t.test('a model name of 15 MB is refused with a short error', async (t) => {
  const answer = await restricted.post('/v1/ocr', { model: 'a'.repeat(15 << 20) });
  t.equal(answer.status, 403);
  t.ok(answer.text.length < 1000);
});

t.test('readable bodies, and bodies without names, are forwarded unchanged', async (t) => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x7b, 0x22, 0xff, 0x00]);
  const bodies: [body: string | Buffer, type: string | undefined][] = [
    ['{"model":"chat-model","text":"\\"model\\":\\"x\\"","of":{"models":1,"fallbacks":[]},"models":null}', jsonMedia],
    ['{"parameters":{"properties":{"model":{"type":"string"}}}}', jsonMedia],
    ['{"model":"chat-model"}', `${jsonMedia}; charset="UTF-8"`],
    ['', undefined],
    ['model=chat-model&image=%7B', formMedia],
    [picture, 'image/png'],
    [picture, 'application/octet-stream'],
    ['%PDF-1.7', 'application/pdf'],
    [part('Content-Disposition: form-data; name="model"', 'chat-model'), multipart],
    [
      part(
        'Content-Disposition: form-data; name="file"; filename="x.json"',
        '{"of":{"models":[1]},"model":"chat-model"}',
      ),
      multipart,
    ],
    [part('Content-Disposition: form-data; name="file"; filename="x.png"', '[{7 is no JSON'), multipart],
    ['prompt=%7Bname%7D+is+here&model_id=chat-model', formMedia],
    ['{"enginery":"x","modeled":"y","remodel":"z"}', jsonMedia],
  ];
  for (const [body, type] of bodies) {
    t.equal((await send(body, type)).status, 200, `${type}: ${body}`);
    t.ok(upstream.seen.at(-1)?.bytes.equals(Buffer.from(body)));
  }
});

t.test('a project that may use every model sends any body', async (t) => {
  for (const [body, type] of [
    [`\ufeff${secret}`, jsonMedia],
    [utf16(secret), jsonMedia],
    ['model=secret', formMedia],
    ['no form', multipart],
    ['model: secret', 'application/yaml'],
  ] as const) {
    t.equal((await send(body, type, { key: world.project.key })).status, 200);
    t.ok(upstream.seen.at(-1)?.bytes.equals(Buffer.from(body)));
  }
});
