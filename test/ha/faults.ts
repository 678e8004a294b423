// The faults of a cluster, each under load, and a table of what clients saw.

import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Test } from 'tap';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import { until } from '../harness/process.ts';
import { notTried } from '../harness/skip-reason.ts';
import type { Cluster } from './cluster.ts';
import type { Haproxy } from './haproxy.ts';
import { type Installation, timeoutSeconds } from './installation.ts';
import { before, lossesOf } from './ledger.ts';
import { type Call, startLoad } from './load.ts';
import type { Node } from './node.ts';

/** The load before a fault, and after the return to work. */
const calmMs = 3000;
const lookMs = 20;
/** Clients and the look for the new primary take a part of this, also where the database is at once back. */
const quickSeconds = 2;
const slowSeconds = timeoutSeconds + 2;
/** The load for each core before the cluster started. Beside much other work the return takes so many times longer. */
const crowd = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

export interface Fault {
  name: string;
  /** True if the proxy closes the sessions, or the old primary answers that it is not the primary any more. */
  isQuick: boolean;
  /** True if the proxy leaves the connections to a node open that is not the primary any more. */
  keepsSessions?: boolean;
  /** True if it is at once clear who takes the writes. */
  isPlanned?: boolean;
  needsSplit?: boolean;
  /** Makes the fault. `old` has the writes. */
  strike(old: Node, others: Node[]): Promise<unknown> | undefined;
  /** Ends the fault: the cluster has three nodes again. */
  mend?(old: Node): Promise<unknown>;
}

export function commonFaults({ rejoin }: Cluster): Fault[] {
  const freeze = async (old: Node): Promise<void> => old.signal('SIGSTOP');
  const thaw = async (old: Node): Promise<void> => {
    old.signal('SIGCONT');
    await rejoin(old);
  };
  return [
    { name: 'kill -9 of the primary', isQuick: true, strike: (old) => old.end('SIGKILL'), mend: rejoin },
    { name: 'frozen primary', isQuick: true, strike: freeze, mend: thaw },
    { name: 'frozen primary, sessions stay open', isQuick: false, keepsSessions: true, strike: freeze, mend: thaw },
    {
      name: 'primary cut off from the other nodes',
      isQuick: true,
      needsSplit: true,
      strike: async (old) => old.place.cut?.(true),
      mend: async (old) => {
        old.place.cut?.(false);
        await rejoin(old);
      },
    },
    {
      name: 'another node is killed and comes back',
      isQuick: true,
      isPlanned: true,
      strike: async (_old, [other]) => {
        await other?.end('SIGKILL');
        if (other !== undefined) await rejoin(other);
      },
    },
  ];
}

/** Makes each fault under load, and prints the table. SVC_TEST_FAULT: only faults whose name contains it. */
export async function sufferAll(
  t: Test,
  {
    cluster,
    proxy,
    installation,
    faults,
  }: { cluster: Cluster; proxy: Haproxy; installation: Installation; faults: Fault[] },
): Promise<void> {
  const rows: Row[] = [];
  const wanted = process.env.SVC_TEST_FAULT ?? '';
  for (const fault of faults.filter(({ name }) => name.includes(wanted))) {
    await t.test(fault.name, async (t) => {
      if (fault.needsSplit === true && cluster.nodes[0]?.place.cut === undefined)
        return notTried(t, 'no network namespaces here, so the network cannot be split');
      await proxy.restart({ closesSessions: fault.keepsSessions !== true });
      rows.push(await suffer(t, { cluster, proxy, installation, fault }));
    });
  }
  console.error(tableOf(cluster.name, rows));
  if (process.env.SVC_TEST_LOG !== undefined) console.error(installation.log());
}

export interface Row {
  fault: string;
  acknowledged: number;
  lost: number;
  twice: number;
  denied: number;
  eventsTwice: number;
  answers500: number;
  refused: number;
  unknown: number;
  electionSeconds: number | undefined;
  backSeconds: number;
}

/** Makes the fault under load, and asserts what must hold. */
async function suffer(
  t: Test,
  {
    cluster,
    proxy,
    installation,
    fault,
  }: { cluster: Cluster; proxy: Haproxy; installation: Installation; fault: Fault },
): Promise<Row> {
  // A node that was frozen does not know at once that the others went on without it.
  await until(async () => ((await cluster.isWhole().catch(() => false)) ? true : undefined));
  const old = await primaryOf(cluster, proxy);
  const others = cluster.nodes.filter((node) => node !== old);
  const start = await before(installation);
  const load = startLoad(installation);
  await wait(calmMs);
  const struckAt = performance.now();
  const election = fault.isPlanned === true ? undefined : electionOf(cluster, others);
  await fault.strike(old, others);
  const electedAt = (await election) ?? performance.now();
  const backAt = await backAfter(load.calls, installation, electedAt);
  await wait(calmMs);
  await fault.mend?.(old);
  await wait(calmMs);
  await load.stop();
  const losses = await lossesOf(installation, load.calls, start);
  const count = (which: (call: Call) => boolean): number => load.calls.filter(which).length;
  const row: Row = {
    fault: fault.name,
    acknowledged: losses.acknowledged,
    lost: losses.lost.length,
    twice: losses.twice.length,
    denied: losses.denied.length,
    eventsTwice: losses.eventsTwice.length,
    answers500: count(({ status }) => status === 500),
    refused: count(({ status, result }) => status === 503 && result === 'not made'),
    unknown: count(({ result }) => result === 'unknown'),
    electionSeconds: fault.isPlanned === true ? undefined : (electedAt - struckAt) / 1000,
    backSeconds: Math.max(0, backAt - electedAt) / 1000,
  };
  const bound = (fault.isQuick ? quickSeconds : slowSeconds) * crowd;
  t.strictSame(losses.lost, [], `${fault.name}: nothing acknowledged is lost`);
  t.strictSame(losses.twice, [], `${fault.name}: nothing is made or counted twice`);
  t.strictSame(losses.denied, [], `${fault.name}: nothing is made that was refused`);
  t.strictSame(losses.eventsTwice, [], `${fault.name}: one event for each batch`);
  const strange = load.calls.filter(
    ({ status, error = '' }) => ![0, 200, 503].includes(status) && !error.includes('idempotency_answer_lost'),
  );
  t.strictSame(
    strange.map(({ kind, status, error }) => `${kind} ${status} ${error}`),
    [],
    `${fault.name}: no other errors`,
  );
  t.ok(
    row.backSeconds <= bound,
    `${fault.name}: back to work in ${row.backSeconds.toFixed(1)} s, at most ${bound.toFixed(1)} s`,
  );
  return row;
}

/** Returns the node that the proxy leads to. */
async function primaryOf({ nodes }: Cluster, { url }: Haproxy): Promise<Node> {
  return until(async () => {
    const [[row]] = (await runSql(url, 'SELECT @@port AS port')) as [[{ port: number }]];
    return nodes.find(({ port }) => port === row.port);
  });
}

/** Returns when the first of the nodes took writes. */
async function electionOf({ hasTakenOver }: Cluster, others: Node[]): Promise<number> {
  let isOver = false;
  const looks = others.map(async (node) => {
    while (!isOver && !(await hasTakenOver(node).catch(() => false))) await wait(lookMs);
    isOver = true;
    return performance.now();
  });
  return Promise.race(looks);
}

/** Returns when every client had an answer after the election, and the last call that began after it was refused. */
async function backAfter(calls: Call[], { urls }: Installation, electedAt: number): Promise<number> {
  const made = ({ result, endedAt }: Call): boolean => result === 'made' && endedAt >= electedAt;
  const isBack = (server: number): boolean =>
    (['key', 'upload'] as const).every((kind) =>
      calls.some((call) => call.server === server && call.kind === kind && made(call)),
    );
  await until(() => (urls.every((_, server) => isBack(server)) ? true : undefined), 60_000);
  await wait(1000);
  const firsts = urls.flatMap((_, server) =>
    (['key', 'upload'] as const).map(
      (kind) => calls.find((call) => call.server === server && call.kind === kind && made(call))?.endedAt ?? 0,
    ),
  );
  const refused = calls
    .filter(({ beganAt, result }) => beganAt >= electedAt && result !== 'made')
    .map(({ endedAt }) => endedAt);
  return Math.max(...firsts, ...refused);
}

function tableOf(title: string, rows: Row[]): string {
  const heads = [
    'fault',
    'acknowledged',
    'lost',
    'twice',
    'denied',
    'events twice',
    '500',
    '503',
    'may be made',
    'election s',
    'back s',
  ];
  const lines = rows.map((row) => [
    row.fault,
    row.acknowledged,
    row.lost,
    row.twice,
    row.denied,
    row.eventsTwice,
    row.answers500,
    row.refused,
    row.unknown,
    row.electionSeconds?.toFixed(1) ?? 'none',
    row.backSeconds.toFixed(1),
  ]);
  const cells = [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`);
  return [`${title}:`, ...cells].join('\n');
}
