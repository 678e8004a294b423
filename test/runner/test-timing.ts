// Runs the tests that measure times, one at a time, and fails if a time exceeds its limit: a part of `npm run
// test:timing`. `npm test` runs the same files, but only prints the times.

import { runTestsUsing } from './tier.ts';

process.exitCode = await runTestsUsing('clock', { SVC_TEST_CLOCK: 'true', SVC_TEST_JOBS: '1' });
