// Proves the contract run: `npm run mutants [-- PATTERN ...]` plants each defect of test/mutants between the run and one
// real server, and prints which rule found it. A pattern selects families and mutants by their names.
// `--quick` runs only the operations that a mutant changes.
// `npm run mutants -- --true-runs` also runs the contract 20 times against the server as it is, a quarter of them beside
// other traffic, where every failed case is a false alarm. `--true-runs=4` runs it 4 times.

import { startApp } from '../harness/app.ts';
import { loopbackSettings } from '../harness/receiver.ts';
import { signUp } from '../harness/world.ts';
import { families } from '../mutants/index.ts';
import type { Mutant } from '../mutants/proxy.ts';
import { huntMutant, runTruly, type Target, type Verdict } from '../mutants/run.ts';
import { startTraffic } from '../mutants/traffic.ts';

const busyShare = 0.25;
const share = 0.95;

const ends: (() => unknown)[] = [];
const app = await startApp(
  {
    setTimeout: () => undefined,
    teardown: (end: () => unknown) => void ends.unshift(end),
    fail: (message: unknown) => {
      throw new Error(String(message));
    },
  } as Parameters<typeof startApp>[0],
  { ...loopbackSettings, SVC_WORKER_TOKEN: 'a token that only workers of the server know' },
);
const words = process.argv.slice(2);
const trueRuns = Number(
  /^--true-runs=?(\d*)$/.exec(words.find((word) => word.startsWith('--true-runs')) ?? '')?.[1] || 20,
);
const patterns = words.filter((word) => !word.startsWith('--'));
const target: Target = { url: app.url, adminToken: (await signUp(app, { isAdmin: true })).token };

const table: [family: string, found: number, of: number][] = [];
for (const [family, mutants] of Object.entries(families)) {
  const chosen = mutants.filter(({ name }) => isChosen(`${family}: ${name}`));
  if (chosen.length === 0) continue;
  console.log(`\n${family}`);
  let found = 0;
  for (const mutant of chosen) found += (await report(mutant)) ? 1 : 0;
  table.push([family, found, chosen.length]);
}
const alarms = words.some((word) => word.startsWith('--true-runs')) ? await falseAlarms() : 0;
console.log('');
for (const [family, found, of] of table) console.log(`${family.padEnd(28)} ${found} of ${of}`);
const [found, of] = [table.reduce((sum, row) => sum + row[1], 0), table.reduce((sum, row) => sum + row[2], 0)];
console.log(`mutants: ${found} of ${of} found, ${alarms} false alarms`);
for (const end of ends) await end();
process.exit(found >= share * of && alarms === 0 ? 0 : 1);

function isChosen(name: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => name.includes(pattern));
}

async function report(mutant: Mutant): Promise<boolean> {
  const verdict = await huntMutant(target, mutant, words.includes('--quick'));
  const { found, seconds } = verdict;
  const by = found === undefined ? '' : `${found.id} (${found.rule}): ${found.findings[0]?.cause}`;
  console.log(
    `${found === undefined ? 'MISSED' : 'found '}  ${seconds.toFixed(1).padStart(5)} s  ${mutant.name}  ${by}`,
  );
  return found !== undefined;
}

async function falseAlarms(): Promise<number> {
  console.log('\ntrue runs');
  let alarms = 0;
  for (let run = 1; run <= trueRuns; run += 1) {
    const isBusy = run > Math.floor(trueRuns * (1 - busyShare));
    const traffic = isBusy ? startTraffic(target) : undefined;
    const verdict = await runTruly(target);
    const requests = await traffic?.stop();
    alarms += verdict.failed.length;
    printTrueRun(run, verdict, requests);
  }
  return alarms;
}

function printTrueRun(run: number, { failed, passed, seconds }: Verdict, requests: number | undefined): void {
  const beside = requests === undefined ? '' : `, beside ${requests} other requests`;
  console.log(`${run}  ${passed} passed, ${failed.length} failed in ${seconds.toFixed(1)} s${beside}`);
  for (const { id, findings } of failed.slice(0, 10))
    console.log(`    ${id}: ${findings[0]?.cause}, ${findings[0]?.expected}, ${findings[0]?.got}`);
}
