import { join } from 'node:path';
import t from 'tap';
import { createNames, machineNames } from '../../../services/platform/outbound/resolve.ts';
import { startNameServer } from '../../harness/dns.ts';

const hosts = join(
  t.testdir({
    hosts: [
      '# a comment',
      '127.0.0.1  localhost loop.example # names',
      '::1 localhost',
      '10.1.2.3\tdb.example DB2.example',
      'nonsense db3.example',
    ].join('\n'),
  }),
  'hosts',
);
const dns = await startNameServer(t, { 'db.example': ['93.184.216.34'], 'other.example': ['93.184.216.35'] });
const allows = (address: string): boolean => address === '127.0.0.1' || address.startsWith('93.');
const names = createNames([dns.address], allows, hosts);

t.test('a name of the hosts file resolves without a name server', async (t) => {
  t.strictSame(await names.addresses('loop.example'), [{ address: '127.0.0.1', family: 4 }]);
  t.equal(dns.questions.get('loop.example'), undefined);
  t.strictSame(await names.addresses('other.example'), [{ address: '93.184.216.35', family: 4 }]);
});

t.test('of the addresses in the hosts file, those that are allowed are used', async (t) => {
  t.strictSame(await names.addresses('LocalHost.'), [{ address: '127.0.0.1', family: 4 }]);
  t.strictSame(await names.known('localhost'), ['127.0.0.1']);
  t.strictSame(await machineNames(allows, hosts).addresses('localhost'), [{ address: '127.0.0.1', family: 4 }]);
});

t.test('a name of the hosts file without an allowed address is refused, whatever DNS says', async (t) => {
  for (const name of ['db.example', 'db2.example']) {
    const refused = await names.addresses(name).catch((error: unknown) => error);
    t.match(refused, { reason: 'target_not_allowed' });
    t.strictSame(await names.known(name), ['10.1.2.3']);
  }
});

t.test('without a hosts file the name servers are asked', async (t) => {
  const without = createNames([dns.address], allows, join(hosts, 'none'));
  t.strictSame(await without.addresses('db.example'), [{ address: '93.184.216.34', family: 4 }]);
});
