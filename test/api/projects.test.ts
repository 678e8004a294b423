import t from 'tap';
import { Project } from '../../models/project.ts';
import { shiftClock } from '../harness/clock.ts';
import { nonPublicHosts } from '../harness/hosts.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const path = '/v1/organization/projects';
const mask = '••••••••';
const url = 'https://hooks.example.com/svc';

const create = (token: string, body: unknown) => app.request('POST', path, { token, body });
const update = (token: string, id: string, body: unknown) => app.request('POST', `${path}/${id}`, { token, body });

t.test('a region and a key of the caller are refused, and null in their place is named as ignored', async (t) => {
  const { organizationKey: key } = await createTenant(app, admin);
  for (const protection of [{ residency: { geography: 'EU' } }, { geography: 'EU' }, { external_key_id: 'key_1' }]) {
    t.equal((await create(key, { name: 'Search', ...protection })).status, 422, JSON.stringify(protection));
  }
  const { status, headers } = await create(key, { name: 'Search', residency: null, external_key_id: null });
  t.equal(status, 200);
  t.equal(headers.get('svc-ignored-fields'), 'residency, external_key_id');
});

t.test('archiving a project again keeps the time', async (t) => {
  const { project, organizationKey: key } = await createTenant(app, admin);
  const archive = async () => (await update(key, project.id, { status: 'archived' })).body.archived_at;
  const first = await archive();
  shiftClock(5000, t);
  t.equal(await archive(), first);
});

t.test('a custom endpoint that no path can match is refused', async (t) => {
  const { organizationKey: key } = await createTenant(app, admin);
  const wrong = ['/v1/../admin', '/v1/.', '/..', '/v1//ocr', '/v1/ocr/', '//', '/v1/./ocr'];
  for (const endpoint of wrong) {
    const { status, body } = await create(key, { name: 'Search', custom_endpoints: [endpoint] });
    t.equal(status, 422, endpoint);
    t.match(body.detail, [
      { loc: ['body', 'custom_endpoints', '0'], type: 'string_pattern_mismatch', input: endpoint },
    ]);
  }
  const custom_endpoints = ['/v1/ocr', '/v1/...', '/v1/.well-known/..a', '/v1/a..b/~c'];
  t.strictSame((await create(key, { name: 'Search', custom_endpoints })).body.custom_endpoints, custom_endpoints);
});

t.test('a webhook secret is in no list, and encrypted in the database', async (t) => {
  const { organizationKey: key } = await createTenant(app, admin);
  await create(key, { name: 'Own', webhook_url: url, webhook_secret: 'a secret of my own' });
  await create(key, { name: 'Generated', webhook_url: url });
  const list = await app.request('GET', path, { token: key });
  t.notOk(list.text.includes('whsec_') || list.text.includes('a secret of my own'));
  t.notOk(JSON.stringify(await Project.findAll()).includes('secret of my own'));
});

t.test('a webhook address without a secret gets a generated one, and null removes both', async (t) => {
  const { organizationKey: key } = await createTenant(app, admin);
  const { id } = (await create(key, { name: 'Plain' })).body;
  const generated = await update(key, id, { webhook_url: url });
  t.match(generated.body, { webhook_url: url, webhook_secret: mask });
  t.equal(generated.headers.get('svc-warning'), 'webhook_secret_not_shown', 'nobody can know the secret');
  const again = await update(key, id, { webhook_url: url });
  t.equal(again.headers.get('svc-warning'), null, 'a secret that is kept is no new one');
  t.match((await update(key, id, { webhook_url: null })).body, { webhook_url: null, webhook_secret: null });
});

t.test('a webhook secret needs an address, and standard signing a secret of Standard Webhooks', async (t) => {
  const { organizationKey: key } = await createTenant(app, admin);
  const refused = [
    await create(key, { name: 'x', webhook_secret: 'a secret of my own' }),
    await create(key, {
      name: 'x',
      webhook_url: url,
      webhook_secret: 'a secret of my own',
      webhook_signing: 'standard',
    }),
    await create(key, { name: 'x', webhook_url: url, webhook_secret: 'whsec_c2hvcnQ=', webhook_signing: 'dual' }),
    await update(key, (await create(key, { name: 'y' })).body.id, { webhook_secret: 'a secret of my own' }),
  ];
  for (const { status, body, text } of refused) {
    t.equal(status, 422);
    t.match(body.detail, [{ loc: ['body', 'webhook_secret'], type: 'value_error', input: mask }]);
    t.notOk(text.includes('a secret of my own'));
  }
  const good = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  t.equal(
    (await create(key, { name: 'z', webhook_url: url, webhook_secret: good, webhook_signing: 'standard' })).status,
    200,
  );
});

t.test('a webhook address must be public and use HTTPS', async (t) => {
  const { organizationKey: key } = await createTenant(app, admin);
  const { id } = (await create(key, { name: 'Target' })).body;
  const refused: [string, string][] = [
    ['http://hooks.example.com/', 'url_scheme'],
    ['ftp://hooks.example.com/', 'url_scheme'],
    ['hooks.example.com', 'url_parsing'],
    ['https://', 'url_parsing'],
    ['https://exa mple.com/', 'url_parsing'],
    ['https://hooks.example.com/a\tb', 'url_parsing'],
    ['https://user:pass@hooks.example.com/', 'value_error'],
    ['https://hooks.example.com/#top', 'value_error'],
    ['https://hooks.example.com:22/', 'value_error'],
    ['https://hooks.example.com:0/', 'value_error'],
    ['https:///127.0.0.1/', 'value_error'],
    ['https:127.0.0.1', 'value_error'],
    ['https:\\\\127.0.0.1', 'value_error'],
    ['https://127.0.0.1\\@example.com/', 'value_error'],
    ['https://example.com@127.0.0.1/', 'value_error'],
    ['https://[fe80::1%25eth0]/', 'url_parsing'],
    ['https://a..example.com/', 'value_error'],
    [`https://${'a'.repeat(64)}.example.com/`, 'value_error'],
    [`https://${'a.'.repeat(126)}example.com/`, 'value_error'],
    ...nonPublicHosts.map((host): [string, string] => [`https://${host}/`, 'value_error']),
  ];
  for (const [address, type] of refused) {
    for (const answer of [
      await create(key, { name: 'x', webhook_url: address }),
      await update(key, id, { webhook_url: address }),
    ]) {
      t.equal(answer.status, 422, address);
      t.match(answer.body.detail, [{ loc: ['body', 'webhook_url'], type, input: address }], address);
    }
  }
  for (const address of [
    url,
    'https://hooks.example.com:8443/a?b=c',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://hooks.example.com.:1024/',
  ]) {
    t.equal((await update(key, id, { webhook_url: address })).body.webhook_url, address);
  }
});
