// Three nodes of MariaDB Galera. Every node takes writes; the proxy leads them to one.
//
// All of it runs as the user of Debian's package: as root, the transfer of the state to a new node would fail, because
// rsync then gives up its rights to a user that cannot read the files.

import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort, runSql } from '../../scripts/fixtures/mariadb.ts';
import { until } from '../harness/process.ts';
import type { Cluster } from './cluster.ts';
import { makeNetwork } from './network.ts';
import { makeNode, type Node } from './node.ts';
import { atEnd } from './teardown.ts';

const run = promisify(execFile);
const server = '/usr/sbin/mariadbd';
const provider = '/usr/lib/galera/libgalera_smm.so';
const count = 3;
/** The status of each node: see `statusOf`. */
const whole = `Primary 4 ${count}`;

const users = `CREATE USER IF NOT EXISTS svc@'%' IDENTIFIED BY '';
GRANT ALL ON *.* TO svc@'%' WITH GRANT OPTION;
CREATE USER IF NOT EXISTS checker@'%' IDENTIFIED BY '';
`;

/** Installs MariaDB and Galera. Throws if that fails. */
export function installGalera(): Promise<void> {
  return ensurePackages([server, provider, '/usr/bin/rsync'], ['mariadb-server', 'galera-4', 'rsync']);
}

/** Starts the cluster, and ends it when the test ends. */
export async function startGalera(t: Test): Promise<Cluster> {
  const network = makeNetwork(t, count);
  const folder = await mkdtemp(join(tmpdir(), 'svc-galera-'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'users.sql'), users);
  const installed = join(folder, 'installed');
  await run('mariadb-install-db', ['--no-defaults', `--datadir=${installed}`, '--skip-test-db', '--user=root']);
  const isShared = network.places[0]?.cut === undefined;
  const base = await freePort();
  const portsOf = (index: number): [number, number, number] =>
    [0, 1, 2].map((kind) => base + kind + (isShared ? index * 3 : 0)) as [number, number, number];
  const seeds = network.places.map(({ groupAddress }, index) => `${groupAddress}:${portsOf(index)[0]}`);
  const nodes = await Promise.all(
    network.places.map(async (place, index) => {
      const own = join(folder, `node${index + 1}`);
      const data = join(own, 'data');
      await mkdir(own);
      await run('cp', ['-r', installed, data]);
      await run('chown', ['-R', 'mysql:mysql', own]);
      const [groupPort, istPort, sstPort] = portsOf(index);
      const address = place.groupAddress;
      const options = {
        user: 'mysql',
        datadir: data,
        port: await freePort(),
        'bind-address': '0.0.0.0',
        tmpdir: own,
        socket: join(own, 'socket'),
        'pid-file': join(own, 'pid'),
        'skip-name-resolve': 'ON',
        'max-connections': 500,
        'innodb-buffer-pool-size': '64M',
        // The memory of the system survives the fault of a process.
        'innodb-flush-log-at-trx-commit': 2,
        'innodb-doublewrite': 0,
        'innodb-autoinc-lock-mode': 2,
        'binlog-format': 'ROW',
        'wsrep-on': 'ON',
        'wsrep-provider': provider,
        'wsrep-cluster-name': 'svc',
        'wsrep-cluster-address': `gcomm://${seeds.join()}`,
        'wsrep-node-name': `node${index + 1}`,
        'wsrep-node-address': `${address}:${groupPort}`,
        'wsrep-sst-method': 'rsync',
        'wsrep-sst-receive-address': `${address}:${sstPort}`,
        'wsrep-provider-options': `gmcast.listen_addr=tcp://${address}:${groupPort};ist.recv_addr=${address}:${istPort};gcache.size=64M;gcache.dir=${data}`,
      };
      const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
      return makeNode(`node${index + 1}`, place, options.port, [server, '--no-defaults', ...flags]);
    }),
  );
  atEnd(t, () => {
    for (const node of nodes) node.signal('SIGKILL');
  });
  t.teardown(() => removeFolder(folder));
  for (const [index, node] of nodes.entries()) {
    const first = index === 0 ? ['--wsrep-new-cluster', `--init-file=${join(folder, 'users.sql')}`] : [];
    await node.start(...first);
  }
  await Promise.all(nodes.map(synced));
  const [[version]] = (await runSql(nodes[0]?.url ?? '', 'SELECT VERSION() AS version')) as [[{ version: string }]];
  return {
    name: `MariaDB ${version.version} Galera`,
    nodes,
    hasTakenOver: async (node) => (await statusOf(node)) === `Primary 4 ${count - 1}`,
    async rejoin(node) {
      // As Debian's unit does it: a killed node finds its last write, and asks the others only for the later ones.
      if (!node.isRunning()) {
        const [, position] = /Recovered position: (\S+)/.exec(await node.run('--wsrep-recover')) ?? [];
        await node.start(`--wsrep-start-position=${position}`);
      }
      await synced(node);
    },
    isWhole: async () => (await Promise.all(nodes.map(statusOf))).every((status) => status === whole),
  };
}

async function synced(node: Node): Promise<void> {
  await until(async () => ((await statusOf(node).catch(() => '')) === whole ? true : undefined));
}

/** Returns the state of the node's component, of the node (4: synced) and the number of nodes. */
async function statusOf({ url }: Node): Promise<string> {
  const names = ['CLUSTER_STATUS', 'LOCAL_STATE', 'CLUSTER_SIZE'].map((name) => `WSREP_${name}`);
  const sql = `SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN ('${names.join("', '")}')`;
  const [rows] = (await runSql(url, sql)) as [{ name: string; value: string }[]];
  return names.map((wanted) => rows.find(({ name }) => name === wanted)?.value).join(' ');
}
