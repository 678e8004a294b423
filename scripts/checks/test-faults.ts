// Runs the tests that kill and starve things, many times over: `npm run test:faults [ROUNDS]`. The suite runs the same
// files with few rounds.

import { runTestsUsing } from './tier.ts';

process.exitCode = await runTestsUsing('faults', { SVC_TEST_ROUNDS: process.argv[2] ?? '25' });
