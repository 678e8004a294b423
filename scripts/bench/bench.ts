// Benchmarks svc against other servers that do the same work, all started here: `npm run bench`. The results are ratios
// of the same run, because a ratio also holds on a slow or busy machine, where a time does not.
//
//   --only NAME     run this part only; repeatable
//   --rounds N      rounds of each comparison; default 7
//   --seconds N     seconds of load for each server in each round; default 1
//   --json FILE     write all results to this file
//
// Exit code 1: a result misses its goal by more than the goal's slack.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages } from '../packages/index.ts';
import { findGenerator } from './load.ts';
import { machine, splitCores } from './machine.ts';
import type { Part } from './part.ts';
import { credentials } from './parts/credentials.ts';
import { fileSearch } from './parts/file-search.ts';
import { growth } from './parts/growth.ts';
import { ingestion } from './parts/ingestion.ts';
import { listing } from './parts/listing.ts';
import { panel } from './parts/panel.ts';
import { proxy } from './parts/proxy.ts';
import { routing } from './parts/routing.ts';
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
  proxy,
  translation,
  credentials,
  startup,
  webhooks,
  search,
  fileSearch,
  ingestion,
  growth,
  traces,
  panel,
];

interface Options extends Omit<Plan, 'generator'> {
  chosen: Part[];
  json: string | undefined;
}

function options(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '1' },
      json: { type: 'string' },
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
    json: values.json,
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
  const { chosen, json, ...plan } = options();
  await installPackages('scripts/bench');
  const here = { ...machine(), generator: (await findGenerator(undefined)).name, pinned: splitCores() !== undefined };
  console.log(
    `${here.cores} cores (${here.cpu}), Node ${here.node}, ${here.generator}, ` +
      `${here.pinned ? 'servers and load on different cores' : 'NOT pinned to cores'}, load average ${here.loadAverage.toFixed(1)}`,
  );
  const findings: Record<string, Findings> = {};
  for (const part of chosen) {
    console.log(`\n# ${part.name}: ${part.about}`);
    const found = await runPart(part, plan);
    for (const line of lines(found)) console.log(line);
    findings[part.name] = found;
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine: here, ...plan, findings }, null, 2)}\n`);
  const goals = Object.values(findings).flatMap((found) => found.goals);
  const missed = goals.filter(isMissed);
  console.log(`\n${goals.length} goals, ${missed.length} missed`);
  if (missed.length > 0) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
