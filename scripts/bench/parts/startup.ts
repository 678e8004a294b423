// Measures the time from the start of the process to the log line that the server listens, on a migrated database, and
// the memory of the idle server.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import type { Bench, Part } from '../part.ts';
import { type Goal, timeSlack } from '../report.ts';
import { median } from '../rounds.ts';
import { root, startFlags } from '../server-process.ts';
import { createTenant, type DatabaseSettings } from '../tenant.ts';

const idleMs = 1500;

export const startup: Part = {
  name: 'startup',
  about: 'start time on a migrated database, and idle memory',
  async run(bench) {
    const mariaDb = await startMariaDb();
    try {
      await runSql(mariaDb.url, 'CREATE DATABASE bench');
      const embedded = { SVC_DATA_DIR: join(bench.folder, 'embedded'), SVC_DATABASE_URL: '' };
      const onMariaDb = { SVC_DATA_DIR: join(bench.folder, 'mariadb'), SVC_DATABASE_URL: `${mariaDb.url}bench` };
      return {
        goals: [...(await goalsOn('embedded', embedded, bench)), ...(await goalsOn('MariaDB', onMariaDb, bench))],
      };
    } finally {
      await mariaDb.stop();
    }
  },
};

async function goalsOn(name: string, settings: DatabaseSettings, bench: Bench): Promise<Goal[]> {
  await mkdir(settings.SVC_DATA_DIR, { recursive: true });
  await createTenant(settings, 0);
  const starts: Start[] = [];
  bench.note(name);
  // The first start fills Node's compile cache, like the first start of an installation, and does not count.
  for (let round = 0; round <= bench.rounds; round += 1) {
    const start = await startOnce(settings);
    if (round > 0) starts.push(start);
  }
  const seconds = median(starts.map((start) => start.seconds));
  const megabytes = median(starts.map((start) => start.megabytes));
  return [
    {
      what: `start to listening, ${name}`,
      sense: 'at most',
      must: 1.5,
      measured: seconds,
      unit: 's',
      slack: timeSlack,
    },
    { what: `idle, ${name}`, sense: 'at most', must: 160, measured: megabytes, unit: 'MB', slack: timeSlack },
  ];
}

interface Start {
  seconds: number;
  megabytes: number;
}

async function startOnce(settings: DatabaseSettings): Promise<Start> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...startFlags, 'scripts/serve.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...settings, SVC_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('listening on ')) break;
    }
    const seconds = (performance.now() - begun) / 1000;
    await wait(idleMs);
    return { seconds, megabytes: await residentMegabytes(child.pid as number) };
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

/** Returns the resident memory of a process in 10⁶ bytes. Linux only. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
}
