// Compares webhook deliveries over TLS. The senders are: svc's outbound client alone, svc's durable deliveries, the
// first sender that a developer would write, and a minimal sender with persistent connections. Each run is a process of
// its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type MariaDb, runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import { pin, pinned } from '../machine.ts';
import type { Bench, Part } from '../part.ts';
import { type Findings, type Goal, timeSlack } from '../report.ts';
import { median } from '../rounds.ts';
import { root } from '../server-process.ts';

const folder = 'scripts/bench/senders';
const startTimeoutMs = 30_000;
const runTimeoutMs = 120_000;

interface Sender {
  name: string;
  script: string;
  /** The number of deliveries for each second of load: about as many as the sender makes in one second. */
  perSecond: number;
  environment?: (run: Run) => Promise<Record<string, string>>;
}

/** The data stores of a run. */
interface Run {
  mariaDb: MariaDb;
  dataDir: string;
}

/** The result that a sender prints. */
interface Result {
  perSecond: number;
  cpuMicros: number;
}

type Results = Map<Sender, Result[]>;

const naive: Sender = { name: 'p-retry and fetch', script: 'naive.ts', perSecond: 1000 };
const bare: Sender = { name: 'undici, persistent connections, no record', script: 'bare.ts', perSecond: 5000 };
const outbound: Sender = { name: 'svc, outbound client alone', script: 'outbound.ts', perSecond: 5000 };
const onMariaDb: Sender = {
  name: 'svc, durable, on MariaDB',
  script: 'durable.ts',
  perSecond: 2500,
  async environment({ mariaDb, dataDir }) {
    const name = `bench_${Date.now()}`;
    await runSql(mariaDb.url, `CREATE DATABASE ${name}`);
    return { DATA_DIR: dataDir, DATABASE_URL: mariaDb.url + name };
  },
};
const embedded: Sender = {
  name: 'svc, durable, on the embedded database',
  script: 'durable.ts',
  perSecond: 2500,
  environment: async ({ dataDir }) => ({ DATA_DIR: dataDir, DATABASE_URL: '' }),
};
const senders = [naive, bare, outbound, onMariaDb, embedded];

export const webhooks: Part = {
  name: 'webhooks',
  about: 'signed deliveries to a TLS receiver',
  async run(bench) {
    const authorityFile = join(bench.folder, 'authority.pem');
    const receiver = await startReceiver(bench, authorityFile);
    const mariaDb = await startMariaDb();
    try {
      pin(bench.cores?.others, mariaDb.process.pid as number);
      return findings(await measureAll(bench, mariaDb, { AUTHORITY_FILE: authorityFile, RECEIVER_URL: receiver.url }));
    } finally {
      await mariaDb.stop();
      receiver.stop();
    }
  },
};

/** Measures the senders in turn, so that a temporary slowdown of the machine affects all of them. */
async function measureAll(bench: Bench, mariaDb: MariaDb, environment: Record<string, string>): Promise<Results> {
  const results: Results = new Map(senders.map((sender) => [sender, []]));
  for (let round = 0; round < bench.rounds; round += 1) {
    bench.note(`round ${round + 1} of ${bench.rounds}`);
    for (const sender of senders) {
      const dataDir = await mkdtemp(join(bench.folder, 'data-'));
      const own = (await sender.environment?.({ mariaDb, dataDir })) ?? {};
      const COUNT = String(sender.perSecond * bench.seconds);
      results.get(sender)?.push(await run(bench, sender, { ...environment, ...own, COUNT }));
    }
  }
  return results;
}

async function run(bench: Bench, { name, script }: Sender, environment: Record<string, string>): Promise<Result> {
  const child = start(bench.cores?.servers, script, {
    ...environment,
    // The sender with plain fetch has no setting for a certificate authority, so Node's variable gives it.
    NODE_EXTRA_CA_CERTS: environment.AUTHORITY_FILE ?? '',
  });
  const exited = once(child, 'exit');
  const output = await text(child.stdout as NodeJS.ReadableStream);
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}. ${output}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Result;
}

async function startReceiver(bench: Bench, authorityFile: string): Promise<{ url: string; stop(): void }> {
  await mkdir(bench.folder, { recursive: true });
  const child = start(bench.cores?.others, 'receiver.ts', { AUTHORITY_FILE: authorityFile });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [port] = (await once(lines, 'line', { signal: AbortSignal.timeout(startTimeoutMs) })) as [string];
  return { url: `https://127.0.0.1:${port}/`, stop: () => child.kill('SIGKILL') };
}

function start(core: string | undefined, script: string, environment: Record<string, string>): ChildProcess {
  const [command, args] = pinned(core, process.execPath, [join(folder, script)]);
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(script === 'receiver.ts' ? {} : { timeout: runTimeoutMs, killSignal: 'SIGKILL' as const }),
  });
}

function findings(results: Results): Findings {
  const figures = senders.flatMap((sender) => [
    { what: sender.name, value: middle(results, sender, 'perSecond'), unit: 'deliveries/s' },
    { what: sender.name, value: middle(results, sender, 'cpuMicros'), unit: 'CPU µs a delivery' },
  ]);
  return {
    figures,
    goals: [
      goal('outbound client, to p-retry and fetch, by CPU', times(results, outbound, naive, 'cpuMicros'), 4),
      goal('outbound client, to p-retry and fetch, by speed', times(results, outbound, naive, 'perSecond'), 4),
      goal('durable on MariaDB, to the bare sender, by speed', times(results, onMariaDb, bare, 'perSecond'), 0.4),
      goal('durable and embedded, to the bare sender, by speed', times(results, embedded, bare, 'perSecond'), 0.4),
    ],
  };
}

function goal(what: string, measured: number, must: number): Goal {
  return { what, sense: 'at least', must, measured, unit: 'x', slack: timeSlack };
}

function middle(results: Results, sender: Sender, by: keyof Result): number {
  return median((results.get(sender) ?? []).map((result) => result[by]));
}

/** Returns how many times better `one` is than `other`: the median over the rounds. */
function times(results: Results, one: Sender, other: Sender, by: keyof Result): number {
  const others = results.get(other) ?? [];
  return median(
    (results.get(one) ?? []).map((result, round) => {
      const theirs = (others[round] as Result)[by];
      return by === 'cpuMicros' ? theirs / result[by] : result[by] / theirs;
    }),
  );
}
