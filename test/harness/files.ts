// Runs several test files in one process, one after the other: the code is loaded and compiled once for all of them. The
// files are in SVC_TEST_FILES, as a JSON array of paths. Each file gets a test of its own in the place of tap's root, so
// that its servers stop before the next file begins.

import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { nowMs, shiftClock } from '../../models/clock.ts';
import { restartIds } from '../../models/ids.ts';
import { passwordCost, setPasswordCost } from '../../services/people/passwords.ts';
import { childrenCpuSeconds } from '../runner/processes.ts';
import { killLeft } from './process.ts';

const scheme = 'tap-of:';
const tap = JSON.stringify(import.meta.resolve('tap'));
const tests = new Map<string, Test>();
Object.assign(globalThis, { testOfFile: tests });

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (specifier !== 'tap' || !tests.has(parent)) return next(specifier, context);
    return { url: scheme + parent, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(scheme)) return next(url, context);
    const file = JSON.stringify(url.slice(scheme.length));
    const source = `export * from ${tap}; export default globalThis.testOfFile.get(${file});`;
    return { format: 'module', shortCircuit: true, source };
  },
});

const folder = process.cwd();
const environment = { ...process.env };

/** Takes back what a file may have changed for the whole process, and ends what it has left running. */
function restore(): void {
  killLeft();
  process.chdir(folder);
  shiftClock(Date.now() - nowMs());
  // Ids contain the time and never go back, so that after a shifted clock they would stay ahead.
  restartIds();
  setPasswordCost(passwordCost);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

for (const path of JSON.parse(process.env.SVC_TEST_FILES ?? '[]') as string[]) {
  const file = pathToFileURL(resolve(path)).href;
  const { promise: tornDown, resolve: afterTeardown } = Promise.withResolvers<void>();
  const before = process.cpuUsage();
  const childrenBefore = childrenCpuSeconds() ?? 0;
  await t.test(path, async (fileTest) => {
    tests.set(file, fileTest);
    // The first teardown that is added runs last. The test itself ends before its teardowns do.
    fileTest.teardown(() => {
      restore();
      afterTeardown();
    });
    await import(file);
  });
  await tornDown;
  const { user, system } = process.cpuUsage(before);
  // The runner shows it: see fileTimes.
  const ofChildren = (childrenCpuSeconds() ?? 0) - childrenBefore;
  t.comment(`CPU of ${path}: ${((user + system) / 1e6).toFixed(1)} s, its child processes ${ofChildren.toFixed(1)} s`);
}
