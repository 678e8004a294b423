// Servers and workers on MySQL group replication behind haproxy, under load, while the primary fails in every way.

import t, { type Test } from 'tap';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import { notTried } from '../harness/skip-reason.ts';
import { commonFaults, type Fault, sufferAll } from './faults.ts';
import { startHaproxy } from './haproxy.ts';
import { doctorSays, startInstallation } from './installation.ts';
import { installMysql, startMysqlGroup } from './mysql-group.ts';

t.setTimeout(1_800_000);
const root = await installMysql().catch((error: Error) => notTried(t as Test, error.message));
if (root !== undefined) await tryGroup(t as Test, root);

async function tryGroup(t: Test, root: string): Promise<void> {
  const cluster = await startMysqlGroup(t, root);
  const proxy = await startHaproxy(t, 'mysql-group.cfg', cluster.nodes);
  await runSql(proxy.url, 'CREATE DATABASE svc');
  const installation = await startInstallation(t, `${proxy.url}svc`);

  const switchover: Omit<Fault, 'name'> = {
    isQuick: true,
    strike: (_old, [next]) => next && runSql(next.url, 'SELECT group_replication_set_as_primary(@@server_uuid)'),
  };

  t.test('the doctor finds nothing wrong with the group', async (t) => {
    t.match(await doctorSays(installation.settings, 'database nodes'), { state: 'ok' });
    t.match(await doctorSays(installation.settings, 'database'), { state: /ok|warning/ });
  });

  t.test('a table without a primary key is named', async (t) => {
    const change = (sql: string) => runSql(`${proxy.url}svc`, sql);
    await change('ALTER TABLE write_probes DROP PRIMARY KEY');
    const { state, message } = await doctorSays(installation.settings, 'database writes');
    t.equal(state, 'failed');
    t.match(message, 'write_probes');
    await change('ALTER TABLE write_probes ADD PRIMARY KEY (id)');
    t.match(await doctorSays(installation.settings, 'database writes'), { state: 'ok' });
  });

  await sufferAll(t, {
    cluster,
    proxy,
    installation,
    faults: [
      ...commonFaults(cluster),
      { name: 'planned switchover', ...switchover },
      { name: 'planned switchover, sessions stay open', keepsSessions: true, ...switchover },
    ],
  });
}
