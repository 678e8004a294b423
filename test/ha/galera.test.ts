// Servers and workers on MariaDB Galera behind haproxy, under load, while the node that takes the writes fails in every
// way. Connections to several nodes are refused by `svc doctor`, because Galera's locks are local to a node.

import t, { type Test } from 'tap';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import { notTried } from '../harness/skip-reason.ts';
import { commonFaults, type Fault, sufferAll } from './faults.ts';
import { installGalera, startGalera } from './galera.ts';
import { startHaproxy } from './haproxy.ts';
import { doctorSays, startInstallation } from './installation.ts';

t.setTimeout(1_800_000);
const isInstalled = await installGalera().then(
  () => true,
  (error: Error) => notTried(t as Test, error.message),
);
if (isInstalled === true) await tryCluster(t as Test);

async function tryCluster(t: Test): Promise<void> {
  const cluster = await startGalera(t);
  const proxy = await startHaproxy(t, 'galera.cfg', cluster.nodes);
  await runSql(proxy.url, 'CREATE DATABASE svc');
  const installation = await startInstallation(t, `${proxy.url}svc`);

  /** An administrator takes the node out of the proxy. */
  const switchover: Omit<Fault, 'name'> = {
    isQuick: true,
    isPlanned: true,
    strike: (old) => proxy.command(`set server database/${old.name} state maint`),
    mend: (old) => proxy.command(`set server database/${old.name} state ready`),
  };

  t.test('the doctor finds nothing wrong with writers on one node', async (t) => {
    t.match(await doctorSays(installation.settings, 'database nodes'), { state: 'ok' });
    t.match(await doctorSays(installation.settings, 'database'), { state: /ok|warning/ });
  });

  t.test('the doctor refuses writers on several nodes', async (t) => {
    const spread = await startHaproxy(t, 'galera.cfg', cluster.nodes, (text) =>
      text.replace(/ {2}stick.*\n/g, '').replaceAll(' backup', ''),
    );
    const settings = { ...installation.settings, SVC_DATABASE_URL: `${spread.url}svc` };
    const { state, message } = await doctorSays(settings, 'database nodes');
    t.equal(state, 'failed');
    t.match(message, /lead to several database nodes: \S+, \S+, \S+\./);
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
