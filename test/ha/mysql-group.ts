// Three nodes of MySQL group replication with one primary. A node's files are in the folder of Debian unstable.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort, runSql } from '../../scripts/fixtures/mariadb.ts';
import { ensureUnstable } from '../../scripts/fixtures/unstable.ts';
import { until } from '../harness/process.ts';
import type { Cluster } from './cluster.ts';
import { makeNetwork } from './network.ts';
import { makeNode, type Node } from './node.ts';
import { atEnd } from './teardown.ts';

const run = promisify(execFile);
const program = '/usr/sbin/mysqld';
const count = 3;

/** Each node makes the same users for itself, outside of the group. The last one is for haproxy. */
const users = `SET sql_log_bin = 0;
CREATE USER IF NOT EXISTS svc@'%' IDENTIFIED BY '';
GRANT ALL ON *.* TO svc@'%' WITH GRANT OPTION;
CREATE USER IF NOT EXISTS joiner@'%' IDENTIFIED BY 'joiner';
GRANT REPLICATION SLAVE, BACKUP_ADMIN, GROUP_REPLICATION_STREAM, CONNECTION_ADMIN ON *.* TO joiner@'%';
CREATE USER IF NOT EXISTS checker@'%' IDENTIFIED BY '';
GRANT SELECT ON performance_schema.replication_group_members TO checker@'%';
SET sql_log_bin = 1;
`;

const ofMember = 'FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid';

/** Installs MySQL. Returns its folder. Throws if that fails. */
export function installMysql(): Promise<string> {
  return ensureUnstable([program], ['mysql-server-core']);
}

/** Starts the group, and ends it when the test ends. `root`: see `installMysql`. */
export async function startMysqlGroup(t: Test, root: string): Promise<Cluster> {
  const network = makeNetwork(t, count);
  const folder = await mkdtemp(join(root, 'srv/svc-group-'));
  const seenAs = folder.slice(root.length);
  await writeFile(join(folder, 'users.sql'), users);
  const [groupPort, group] = [await freePort(), randomUUID()];
  const isShared = network.places[0]?.cut === undefined;
  const seeds = network.places.map(
    ({ groupAddress }, index) => `${groupAddress}:${groupPort + (isShared ? index : 0)}`,
  );
  const nodes = await Promise.all(
    network.places.map(async (place, index) => {
      const own = join(seenAs, `node${index + 1}`);
      await mkdir(join(root, own));
      const command = ['chroot', root, program, '--no-defaults', '--user=root', `--datadir=${join(own, 'data')}`];
      const [executable = '', ...words] = command;
      await run(executable, [...words, '--initialize-insecure']);
      const options = {
        port: await freePort(),
        'server-id': index + 1,
        'bind-address': '0.0.0.0',
        socket: join(own, 'socket'),
        'pid-file': join(own, 'pid'),
        'init-file': join(seenAs, 'users.sql'),
        mysqlx: 'OFF',
        'secure-file-priv': 'NULL',
        'skip-name-resolve': 'ON',
        'max-connections': 500,
        'innodb-buffer-pool-size': '64M',
        'innodb-redo-log-capacity': '64M',
        // The memory of the system survives the fault of a process.
        'innodb-flush-log-at-trx-commit': 2,
        'innodb-doublewrite': 0,
        'sync-binlog': 0,
        'gtid-mode': 'ON',
        'enforce-gtid-consistency': 'ON',
        'report-host': place.groupAddress,
        'plugin-load-add': 'group_replication.so',
        'loose-group-replication-group-name': group,
        'loose-group-replication-local-address': seeds[index],
        'loose-group-replication-group-seeds': seeds.join(),
        'loose-group-replication-ip-allowlist': network.groupNetwork,
        'loose-group-replication-start-on-boot': 'OFF',
        'loose-group-replication-recovery-get-public-key': 'ON',
        'loose-group-replication-unreachable-majority-timeout': 10,
        'loose-group-replication-member-expel-timeout': 0,
      };
      const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
      return makeNode(`node${index + 1}`, place, options.port, [...command, ...flags]);
    }),
  );
  atEnd(t, () => {
    for (const node of nodes) node.signal('SIGKILL');
  });
  t.teardown(() => removeFolder(folder));
  for (const [index, node] of nodes.entries()) {
    await node.start();
    if (index === 0) await runSql(node.url, 'SET GLOBAL group_replication_bootstrap_group = ON');
    await joinGroup(node);
    if (index === 0) await runSql(node.url, 'SET GLOBAL group_replication_bootstrap_group = OFF');
  }
  const isWhole = async () => (await Promise.all(nodes.map(membersSeen))).every((seen) => seen === nodes.length);
  const [[version]] = (await runSql(nodes[0]?.url ?? '', 'SELECT VERSION() AS version')) as [[{ version: string }]];
  return {
    name: `MySQL ${version.version} group replication`,
    nodes,
    async hasTakenOver({ url }) {
      const sql = `SELECT @@GLOBAL.super_read_only = 0 AND MEMBER_ROLE = 'PRIMARY' AS isPrimary ${ofMember}`;
      const [[row]] = (await runSql(url, sql)) as [[{ isPrimary: number }?]];
      return row?.isPrimary === 1;
    },
    async rejoin(node) {
      if (!node.isRunning()) await node.start();
      if (await isWhole()) return;
      await runSql(node.url, 'STOP GROUP_REPLICATION').catch(() => undefined);
      await joinGroup(node);
    },
    isWhole,
  };
}

/** Lets the node join the group, and waits until it has what it missed. */
async function joinGroup(node: Node): Promise<void> {
  await runSql(
    node.url,
    "CHANGE REPLICATION SOURCE TO SOURCE_USER = 'joiner', SOURCE_PASSWORD = 'joiner' FOR CHANNEL 'group_replication_recovery'",
  );
  // The group refuses the node until it has noticed that the node was away. A start that went wrong has to be stopped.
  await until(async () => {
    await runSql(node.url, 'START GROUP_REPLICATION').catch(() => undefined);
    const state = await stateOf(node);
    if (state === 'ERROR') await runSql(node.url, 'STOP GROUP_REPLICATION').catch(() => undefined);
    return state === 'ONLINE' ? true : undefined;
  }).catch((cause: Error) => {
    throw new Error(`${node.name} does not join the group:\n${node.log()}`, { cause });
  });
}

/**
 * Returns how many members of the group have what they missed, as this one sees it. A member that was cut off or frozen
 * does not know at once that the group has gone on without it, but the others do.
 */
async function membersSeen({ url }: Node): Promise<number> {
  const sql =
    "SELECT COUNT(*) AS count FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'";
  const [[row]] = (await runSql(url, sql)) as [[{ count: number }]];
  return row.count;
}

/** Returns the state of the node in its group: ONLINE, RECOVERING, OFFLINE or ERROR. */
async function stateOf({ url }: Node): Promise<string | undefined> {
  const [[row]] = (await runSql(url, `SELECT MEMBER_STATE AS state ${ofMember}`)) as [[{ state: string }?]];
  return row?.state;
}
