// Runs the tests that kill processes and exhaust resources, with many rounds: `npm run test:faults [ROUNDS]`. `npm
// test` runs the same files with few rounds.

import { runTestsUsing } from './tier.ts';

process.exitCode = await runTestsUsing('faults', { SVC_TEST_ROUNDS: process.argv[2] ?? '25' });
