// Tests that no address a tenant sets leads to a non-public address: neither when it is set nor at delivery, whatever
// the DNS servers answer at any time.
//
// 127.1.0.0/16 stands for the public internet, because tests only connect to this machine.

import { createServer as createProxy, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import os from 'node:os';
import t, { type Test } from 'tap';
import { Project } from '../../models/project.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import { Outbound } from '../../services/platform/outbound/index.ts';
import { addressPolicy } from '../../services/webhooks/address.ts';
import { startCanary } from '../harness/canary.ts';
import { holdBound } from '../harness/clock.ts';
import { startNameServer, type Zone } from '../harness/dns.ts';
import { nonPublicAddresses, nonPublicHosts } from '../harness/hosts.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';
import { authorityFile, startReceiver, status } from '../harness/receiver.ts';
import { createHook, deliveryEnd, endBatch, type Hooked, listDeliveries, sendEvent } from '../harness/webhooks.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const names = await startNameServer(t);
const { app, admin } = await startWithAdmin(t, {
  SVC_WEBHOOK_ALLOWED_CIDRS: '127.1.0.0/16',
  SVC_WEBHOOK_CA_FILE: authorityFile,
  SVC_WEBHOOK_RESOLVER: names.address,
  SVC_WEBHOOK_RETRY_SCHEDULE: '',
});
const { organizationKey: key } = await createTenant(app, admin);
const canary = await startCanary(t);

/** Creates a project whose webhook has this address, without the checks that apply when it is set. */
async function hookTo(url: string): Promise<Hooked> {
  const hook = await createHook(app, key, 'https://hooks.example.com/');
  await Project.update({ webhookUrl: url }, { where: { id: hook.projectId } });
  return hook;
}

/** Makes one delivery to the address. Returns how the attempt ended. */
async function deliverTo(url: string): Promise<{ status: string; error: string | null }> {
  const hook = await hookTo(url);
  const { attempts } = await deliveryEnd(app, hook, (await sendEvent(app, hook)).id);
  return attempts[0];
}

let zoneCount = 0;
/** Returns a new host name with these addresses. */
function nameWith(zone: Zone): string {
  zoneCount += 1;
  const name = `zone-${zoneCount}.test.example`;
  names.zones.set(name, zone);
  return name;
}

t.test('a delivery reaches an allowed address, so that the tests below can fail', async (t) => {
  const receiver = await startReceiver(t, { host: '127.1.0.1' });
  t.match(await deliverTo(receiver.url), { status: 'succeeded' });
  names.zones.set('hooks.test.example', ['127.1.0.1']);
  t.match(await deliverTo(`https://hooks.test.example:${receiver.port}/`), { status: 'succeeded' });
  t.match(await deliverTo(`https://hooks.test.example.:${receiver.port}/`), { status: 'succeeded' }, 'with a dot');
});

t.test('an address that is not public is refused in every spelling', async (t) => {
  const before = canary.visits();
  await inParallel(8, nonPublicHosts, async (host) => {
    const url = `https://${host}:${canary.port}/`;
    // A name that is not public may be one of the operator's network, so the hosts file or the DNS server decides.
    const isName = /^[a-z.]+$/i.test(host);
    const { status, error } = await deliverTo(url);
    const isUnknown = isName && status === 'failed' && error === 'dns_not_found';
    t.ok(isUnknown || (status === 'blocked' && error === 'target_not_allowed'), `${host}: ${status} ${error}`);
    t.ok(addressPolicy([]).problem(url), `${host}, without the operator's exceptions`);
  });
  t.equal(canary.visits(), before);
});

t.test('a name with any address that is not public is refused when it is set', async (t) => {
  const { projectId } = await createHook(app, key, 'https://hooks.example.com/');
  const paths = ['/v1/organization/projects', `/v1/organization/projects/${projectId}`];
  await inParallel(8, nonPublicAddresses, async (address) => {
    for (const [index, path] of paths.entries()) {
      const zone = index === 0 ? ['127.1.0.1', address] : [address];
      const body = { name: 'x', webhook_url: `https://${nameWith(zone)}/` };
      const refused = await app.request('POST', path, { token: key, body });
      t.equal(refused.status, 422, address);
      t.match(refused.body.detail, [{ loc: ['body', 'webhook_url'], type: 'value_error' }]);
    }
  });
  const unknown = await createHook(app, key, 'https://nobody-knows.test.example/');
  t.ok(unknown.projectId, 'an unknown name is accepted');
});

t.test('a name with any address that is not public is never connected to, even if others are public', async (t) => {
  // The receiver listens on the canary's port, so that a connection to either address is noticed.
  const receiver = await startReceiver(t, { host: '127.1.0.1', port: canary.port });
  const before = canary.visits();
  await inParallel(8, nonPublicAddresses, async (address) => {
    for (const zone of [[address], ['127.1.0.1', address], [address, '127.1.0.1']]) {
      const attempt = await deliverTo(`https://${nameWith(zone)}:${canary.port}/`);
      t.match(attempt, { status: 'blocked', error: 'target_not_allowed' }, zone.join(' '));
    }
  });
  t.equal(canary.visits(), before);
  t.same(receiver.received, []);
});

t.test('each connection is checked against the DNS answer that it uses, also if the name changes', async (t) => {
  const receiver = await startReceiver(t, { host: '127.1.0.1', behaviour: status(204, { connection: 'close' }) });
  // Each connection causes two DNS queries: A and AAAA.
  const name = nameWith((question) => (question <= 2 ? ['127.1.0.1'] : ['127.0.0.1']));
  names.zones.set('hooks.test.example', names.zones.get(name) ?? []);
  names.questions.delete('hooks.test.example');
  const hook = await hookTo(`https://hooks.test.example:${receiver.port}/`);
  const first = await deliveryEnd(app, hook, (await sendEvent(app, hook)).id);
  t.equal(first.status, 'succeeded');
  t.equal(names.questions.get('hooks.test.example'), 2, 'one DNS lookup, and a connection to its answer');
  const second = await deliveryEnd(app, hook, (await sendEvent(app, hook)).id);
  t.match(second, { status: 'failed', last_error: 'target_not_allowed', attempt_count: 1 });
  t.equal(second.attempts[0].status, 'blocked');
});

t.test('a connection is checked again by the address that it has reached', async (t) => {
  // Replaces the DNS lookup by one that allows every address, so that only the check of the connection remains.
  const receiver = await startReceiver(t);
  const reached: Record<string, string> = { 'hooks.test.example': '127.0.0.1' };
  const address = (name: string) => ({ address: reached[name] ?? '', family: 4 });
  const outbound = new Outbound({
    policy: addressPolicy(['127.1.0.0/16']),
    names: { addresses: async (name) => [address(name)], known: async () => [] },
    caFile: authorityFile,
    proxyUrl: '',
    timeoutMs: 5000,
  });
  t.teardown(() => outbound.close());
  const url = `https://hooks.test.example:${receiver.port}/`;
  const post = () => outbound.post({ url, headers: {}, body: Buffer.from('{}'), lane: 'a' });
  t.match(await post(), { status: null, error: 'target_not_allowed' });
  t.same(receiver.received, [], 'no byte of the request was sent');
  const allowed = await startReceiver(t, { host: '127.1.0.1', port: receiver.port });
  reached['hooks.test.example'] = '127.1.0.1';
  t.match(await post(), { status: 204, error: null }, 'the same client reaches an allowed address');
  t.equal(allowed.received.length, 1);
});

t.test('a redirect is not followed, wherever it leads', async (t) => {
  const before = canary.visits();
  const codes = [301, 302, 303, 307, 308];
  const receiver = await startReceiver(t, { host: '127.1.0.1' });
  const hosts = [...nonPublicHosts.filter((host) => !/[^ -~]/.test(host)), `hooks.test.example`];
  for (const [index, host] of [...codes.map(() => '127.0.0.1'), ...hosts].entries()) {
    const code = codes[index % codes.length] as number;
    receiver.behave(status(code, { location: `https://${host}:${canary.port}/` }));
    t.match(await deliverTo(receiver.url), { status: 'failed', error: 'redirect', response_status: code }, host);
  }
  t.equal(canary.visits(), before);
});

t.test('the visible text of a refusal reveals nothing about the network', async (t) => {
  const hook = await hookTo(`https://${nameWith(['10.11.12.13'])}/`);
  const delivery = await deliveryEnd(app, hook, (await sendEvent(app, hook)).id);
  t.notOk(JSON.stringify(delivery).includes('10.11.12.13'));
});

t.test('an unknown name, or one without an answer, fails as such in time', async (t) => {
  t.match(await deliverTo('https://nobody-knows.test.example/'), { status: 'failed', error: 'dns_not_found' });
  const silent = await deliverTo(`https://${nameWith('silent')}/`);
  t.match(silent, { status: 'failed', error: 'dns_timeout' });
  holdBound(t, 'ms until a name fails', (silent as unknown as { duration_ms: number }).duration_ms, 5900);
});

t.test('names without an answer do not delay other deliveries', async (t) => {
  const receiver = await startReceiver(t, { host: '127.1.0.1' });
  const healthy = await hookTo(receiver.url);
  const stalled = await Promise.all(
    Array.from({ length: 8 }, (_, index) => hookTo(`https://stalled-${index}.test.example/`)),
  );
  for (let index = 0; index < 8; index += 1) names.zones.set(`stalled-${index}.test.example`, 'silent');
  for (let round = 0; round < 4; round += 1)
    await Promise.all(stalled.map(({ projectId }) => endBatch(app, projectId)));
  await until(() => ((names.questions.get('stalled-7.test.example') ?? 0) > 0 ? true : undefined));
  const startedAt = performance.now();
  for (let index = 0; index < 20; index += 1) {
    await endBatch(app, healthy.projectId);
    await receiver.wait(index + 1);
  }
  const tookMs = performance.now() - startedAt;
  // One after another behind the stalled ones, they would take at least 24 s.
  holdBound(t, '20 deliveries beside names without an answer, in ms', tookMs, 20_000);
  const ended = await Promise.all(
    stalled.map(async (hook) => deliveryEnd(app, hook, (await listDeliveries(app, hook)).at(-1).id)),
  );
  for (const { last_error: error, attempts } of ended) {
    t.equal(error, 'dns_timeout');
    t.ok(attempts[0].duration_ms < 5900, `${attempts[0].duration_ms} ms`);
  }
});

t.test('a webhook that was changed to an address of this server is blocked', async (t) => {
  const hook = await hookTo(`https://127.0.0.1:${app.app.port}/`);
  await endBatch(app, hook.projectId);
  const [{ id }] = await listDeliveries(app, hook);
  t.match(await deliveryEnd(app, hook, id), { last_error: 'target_not_allowed' });
});

t.test('an address of this machine is refused even if it is public, because it bypasses firewalls', async (t) => {
  const { networkInterfaces } = os;
  t.teardown(() => {
    os.networkInterfaces = networkInterfaces;
    syncBuiltinESMExports();
  });
  const policy = addressPolicy([]);
  t.ok(policy.allows('8.8.4.4') && policy.allows('2606:4700::1111'));
  const own = (address: string, family: 'IPv4' | 'IPv6') => ({ address, family }) as os.NetworkInterfaceInfo;
  os.networkInterfaces = () => ({ eth0: [own('8.8.4.4', 'IPv4'), own('2606:4700::1111', 'IPv6')] });
  syncBuiltinESMExports();
  t.notOk(policy.allows('8.8.4.4') || policy.allows('2606:4700::1111'));
  t.ok(policy.allows('8.8.4.5'));
});

t.test("only the operator's exact exceptions are allowed", async (t) => {
  const policy = addressPolicy(['10.1.0.0/16', 'fd00::/8']);
  for (const address of ['10.1.2.3', 'fd12::1', '1.1.1.1', '2606:4700::1111']) t.ok(policy.allows(address), address);
  for (const address of ['10.2.0.1', 'fe80::1%eth0', 'fd12::1%1', '', 'localhost', '1.1.1', '::ffff:1.1.1.1'])
    t.notOk(policy.allows(address), address);
});

t.test("names that are not public are allowed if all their addresses are the operator's exceptions", async (t) => {
  const receiver = await startReceiver(t, { host: '127.1.0.1' });
  const { port } = new URL(receiver.url);
  const set = async (host: string, zone: Zone | undefined) => {
    if (zone !== undefined) names.zones.set(host, zone);
    const body = { name: host, webhook_url: `https://${host}:${port}/`, webhook_secret: 'sixteen characters' };
    return (await app.request('POST', '/v1/organization/projects', { token: key, body })).status;
  };
  t.equal(await set('receiver', ['127.1.0.1']), 200, 'a single label');
  t.equal(await set('hooks.internal', ['127.1.0.1', '127.1.0.2']), 200);
  t.equal(await set('mixed.internal', ['127.1.0.1', '127.2.0.1']), 422);
  t.equal(await set('outside.internal', ['1.1.1.1']), 422, 'a name that is not public, at a public address');
  t.equal(await set('nobody.internal', undefined), 422, "nothing proves that the name is the operator's");
  t.equal(await set('a..b.internal', ['127.1.0.1']), 422);
  // The name is looked up again for each connection. The certificate is for another name.
  t.match(await deliverTo(`https://receiver:${port}/`), { error: 'certificate_name_mismatch' });
  names.zones.set('receiver', ['1.1.1.1']);
  t.match(await deliverTo(`https://receiver:${port}/x`), { error: 'target_not_allowed' });
  t.match(addressPolicy([]).problem('https://hooks.internal/'), { type: 'value_error' });
});

t.test('the port is 443, or one from 1024 on without a well-known service', async (t) => {
  const policy = addressPolicy(['10.0.0.0/8']);
  for (const port of [443, 1024, 8443, 8080, 49_152]) t.equal(policy.problem(`https://a.example:${port}/`), undefined);
  for (const port of [22, 25, 80, 1023, 3306, 5432, 6379, 9200, 11_211, 27_017])
    for (const host of ['a.example', '10.1.1.1'])
      t.match(policy.problem(`https://${host}:${port}/`), { type: 'value_error', msg: /the port/ }, `${port}`);
});

t.test('with a proxy, deliveries go through it, and its refusals are reported as blocked', async (t) => {
  const asked: string[] = [];
  const proxy = await startProxy(t, asked);
  const receiver = await startReceiver(t, { host: '127.1.0.1' });
  const policy = addressPolicy(['127.1.0.0/16']);
  const outbound = new Outbound({
    policy,
    names: policy.names,
    caFile: authorityFile,
    proxyUrl: `http://name:secret@127.0.0.1:${proxy}`,
    timeoutMs: 5000,
  });
  t.teardown(() => outbound.close());
  const post = (url: string) => outbound.post({ url, headers: {}, body: Buffer.from('{}'), lane: 'a' });
  t.match(await post(receiver.url), { status: 204, error: null });
  t.match(await post('https://hooks.test.example/'), { status: null, error: 'target_not_allowed' });
  t.match(await post('https://127.0.0.1/'), { status: null, error: 'target_not_allowed' });
  const credentials = `Basic ${Buffer.from('name:secret').toString('base64')}`;
  t.same(asked, [`${credentials} 127.1.0.1:${receiver.port}`, `${credentials} hooks.test.example:443`]);
});

/** Starts a proxy that only connects to 127.1.0.1. Returns its port. */
function startProxy(t: Test, asked: string[]): Promise<number> {
  const server: Server = createProxy();
  server.on('connect', (request, socket) => {
    asked.push(`${request.headers['proxy-authorization']} ${request.url}`);
    if (!request.url?.startsWith('127.1.0.1:')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const target = connect(Number(request.url.split(':')[1]), '127.1.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  t.teardown(() => server.close());
  return listenOnLoopback(server);
}
