// Benchmarks svc against other servers that do the same work, all started here: `npm run bench`. The results are ratios
// of the same run, because a ratio also holds on a slow or busy machine, where a time does not.
//
//   --only NAME     run this part only; repeatable
//   --rounds N      rounds of each comparison; default 7
//   --seconds N     seconds of load for each server in each round; default 1
//   --full          take the published sizes in the parts scale and audit; default a hundredth of them
//   --json FILE     write all results to this file
//   --keep VERSION  keep the measured values as those of this release, which later runs are compared with
//
// Exit code 1: a result misses its goal by more than the goal's slack. Exit code 2: a part failed. The other parts still
// run.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages } from '../packages/index.ts';
import { goalTable, keepRelease } from './goals.ts';
import { findGenerator } from './load.ts';
import { machine, splitCores } from './machine.ts';
import type { Part } from './part.ts';
import { audit } from './parts/audit.ts';
import { chunks } from './parts/chunks.ts';
import { credentials } from './parts/credentials.ts';
import { fileSearch } from './parts/file-search.ts';
import { growth } from './parts/growth.ts';
import { ingestion } from './parts/ingestion.ts';
import { listSearch } from './parts/list-search.ts';
import { listing } from './parts/listing.ts';
import { panel } from './parts/panel.ts';
import { panelDrawing } from './parts/panel-drawing.ts';
import { processes } from './parts/processes.ts';
import { proxy } from './parts/proxy.ts';
import { routing } from './parts/routing.ts';
import { scale } from './parts/scale.ts';
import { search } from './parts/search.ts';
import { startup } from './parts/startup.ts';
import { traces } from './parts/traces.ts';
import { translation } from './parts/translation.ts';
import { webhooks } from './parts/webhooks.ts';
import { type Findings, isMissed, lines } from './report.ts';
import type { Plan } from './rounds.ts';

const parts: Part[] = [
  routing,
  listing,
  listSearch,
  proxy,
  processes,
  translation,
  credentials,
  startup,
  webhooks,
  search,
  fileSearch,
  ingestion,
  chunks,
  growth,
  audit,
  scale,
  traces,
  panel,
  panelDrawing,
];

interface Options extends Omit<Plan, 'generator'> {
  chosen: Part[];
  json: string | undefined;
  keep: string | undefined;
}

function options(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '1' },
      full: { type: 'boolean', default: false },
      json: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const strangers = (values.only ?? []).filter((name) => !parts.some((part) => part.name === name));
  if (strangers.length > 0) {
    throw new Error(`There is no part ${strangers.join(', ')}. There are ${parts.map(({ name }) => name).join(', ')}.`);
  }
  return {
    chosen: parts.filter(({ name }) => values.only?.includes(name) ?? true),
    rounds: count(values.rounds, 'rounds'),
    seconds: count(values.seconds, 'seconds'),
    full: values.full,
    json: values.json,
    keep: values.keep,
  };
}

function count(text: string, name: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--${name} takes a whole number from 1, not '${text}'`);
  return Number(text);
}

async function runPart(part: Part, plan: Omit<Plan, 'generator'>): Promise<Findings> {
  const cores = splitCores();
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const generator = await findGenerator(cores?.others);
    return await part.run({ ...plan, generator, cores, folder, note: (text) => console.error(`  … ${text}`) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { chosen, json, keep, ...plan } = options();
  await installPackages('scripts/bench');
  const here = { ...machine(), generator: (await findGenerator(undefined)).name, pinned: splitCores() !== undefined };
  console.log(
    `${here.cores} cores (${here.cpu}), Node ${here.node}, ${here.generator}, ` +
      `${here.pinned ? 'servers and load on different cores' : 'NOT pinned to cores'}, load average ${here.loadAverage.toFixed(1)}`,
  );
  const findings: Record<string, Findings> = {};
  const failed: string[] = [];
  for (const part of chosen) {
    console.log(`\n# ${part.name}: ${part.about}`);
    try {
      const found = await runPart(part, plan);
      for (const line of lines(found)) console.log(line);
      findings[part.name] = found;
    } catch (error) {
      failed.push(part.name);
      console.log(`  failed: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine: here, ...plan, findings }, null, 2)}\n`);
  const missed = Object.values(findings).flatMap(({ goals }) => goals.filter(isMissed));
  console.log('\n# goals');
  for (const line of goalTable(findings, here)) console.log(line);
  if (keep !== undefined) keepRelease(keep, findings, here);
  console.log(`\n${missed.length} missed${failed.map((name) => `, the part ${name} failed`).join('')}`);
  if (missed.length > 0) process.exitCode = 1;
  if (failed.length > 0) process.exitCode = 2;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
