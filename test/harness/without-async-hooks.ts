// Loaded before tap by test/runner/test.ts. tap tracks every promise and socket of a test with an async hook, in
// order to name the test of an uncaught error. That took a third of the suite's CPU time. Without the hook, an uncaught
// error ends the test file, which fails it too.

import asyncHooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const noHook: asyncHooks.AsyncHook = { enable: () => noHook, disable: () => noHook };
asyncHooks.createHook = () => noHook;
syncBuiltinESMExports();
