// Tests the client address, including link-local addresses with a zone.

import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import t from 'tap';
import { clientAddress, throttleAddress } from '../../../http/calls/client-address.ts';
import { startApp } from '../../harness/app.ts';

/** Returns a link-local address of this machine with its zone. */
function linkLocalAddress(): string | undefined {
  for (const [name, addresses = []] of Object.entries(networkInterfaces())) {
    const found = addresses.find(({ address }) => address.startsWith('fe80:'));
    if (found !== undefined) return `${found.address}%${name}`;
  }
  return undefined;
}

function statusAt(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host, port, path: '/v1/models', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

t.test('a link-local address counts as its network, with any zone', async (t) => {
  for (const address of ['fe80::1%eth0', 'fe80::1%2', 'fe80::2', 'fe80:0:0:0:8::%a.b-c'])
    t.equal(throttleAddress(address), 'fe80:0:0:0::/64', address);
  t.equal(throttleAddress('2001:db8:1:2:3::4'), '2001:db8:1:2::/64');
  t.equal(throttleAddress('192.0.2.1'), '192.0.2.1');
});

t.test('a caller with a forwarded link-local address is answered, and so is the next one', async (t) => {
  const app = await startApp(t, { SVC_TRUSTED_PROXIES: '127.0.0.0/8' });
  for (const address of ['fe80::1%eth0', 'fe80::1%eth0, 127.0.0.1', '::1%"', '%', '::1', '192.0.2.1']) {
    const headers = { 'x-forwarded-for': address };
    t.equal((await app.request('GET', '/v1/models', { headers })).status, 401, address);
  }
});

const address = linkLocalAddress();
const skip = address === undefined ? 'this machine has no link-local address' : false;
t.test('a caller with a link-local address is answered, and so is the next one', { skip }, async (t) => {
  const { app } = await startApp(t, { SVC_HOST: '::' });
  t.equal(await statusAt(address as string, app.port), 401);
  t.equal(await statusAt('::1', app.port), 401);
});

t.test('a link-local address is in no trusted network', async (t) => {
  const addressOf = clientAddress(['fe80::/10']);
  const request = { socket: { remoteAddress: 'fe80::1%eth0' }, headers: { 'x-forwarded-for': '192.0.2.1' } };
  t.equal(addressOf(request as never), 'fe80::1%eth0');
});

t.test('forwarded addresses are read from the right, up to the first untrusted one', async (t) => {
  const addressOf = clientAddress(['10.0.0.0/8', '127.0.0.1/32']);
  const callerAt = (remoteAddress: string, forwarded?: string) =>
    addressOf({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as never);
  t.equal(callerAt('127.0.0.1', '192.0.2.1'), '192.0.2.1');
  t.equal(callerAt('127.0.0.1', '192.0.2.1, 10.0.0.2, 10.0.0.1'), '192.0.2.1', 'three proxies in a chain');
  t.equal(callerAt('127.0.0.1', '198.51.100.7, 192.0.2.1, 10.0.0.1'), '192.0.2.1', 'the caller invented an address');
  t.equal(callerAt('192.0.2.9', '198.51.100.7'), '192.0.2.9', 'an untrusted caller cannot name other addresses');
  t.equal(callerAt('127.0.0.1', '192.0.2.1, unknown, 10.0.0.1'), '10.0.0.1', 'as far as the addresses are valid');
  t.equal(callerAt('127.0.0.1', '10.0.0.2'), '10.0.0.2', 'all addresses are proxies');
  t.equal(callerAt('127.0.0.1'), '127.0.0.1');
  t.equal(callerAt('::ffff:127.0.0.1', '::ffff:192.0.2.1'), '192.0.2.1', "IPv4 in IPv6's clothes");
});
