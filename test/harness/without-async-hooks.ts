// Loaded before tap by scripts/test.ts. tap follows every promise and socket of a test with an async hook, to name the test
// of an uncaught error. That was a third of the suite's CPU. Without the hook an uncaught error ends the test file, which
// fails it too.

import asyncHooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const noHook: asyncHooks.AsyncHook = { enable: () => noHook, disable: () => noHook };
asyncHooks.createHook = () => noHook;
syncBuiltinESMExports();
