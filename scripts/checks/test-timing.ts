// Runs the tests that measure times, one at a time, and holds the times against their bounds: a part of
// `npm run test:timing`. The suite runs the same files and only prints the times.

import { runTestsUsing } from './tier.ts';

process.exitCode = await runTestsUsing('clock', { SVC_TEST_CLOCK: 'true', SVC_TEST_JOBS: '1' });
