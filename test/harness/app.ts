// Starts a server on a free port with a database of its own, and returns a client that validates every response against
// the contract.

import type { Test } from 'tap';
import { type App, startApp as startServer } from '../../http/app.ts';
import { violations } from '../../scripts/contract/answers.ts';
import { type Ask, send, withRetry } from '../../scripts/contract/send.ts';
import { setPasswordCost } from '../../services/people/passwords.ts';
import { createLog } from '../../services/platform/log.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { fill } from './template.ts';

export type { Answer, RequestOptions } from '../../scripts/contract/send.ts';

export interface TestApp {
  url: string;
  app: App;
  database: TestDatabase;
  /** Sends a request. Fails the test if the response violates the contract. */
  request: Ask;
}

/**
 * The timeout of a file and of each of its tests, as in test/runner/test.ts. It is long, because the machine may be
 * busy.
 */
const testTimeoutMs = 600_000;

/** The members of a test that the server needs. test/runner/mutants.ts starts the server outside of a test. */
export type TestEnd = Pick<Test, 'setTimeout' | 'teardown' | 'fail'>;

/** Starts the server with the given environment variables, and stops it when the test ends. */
export async function startApp(t: TestEnd, settings: Record<string, string> = {}): Promise<TestApp> {
  t.setTimeout(testTimeoutMs);
  // The cheapest argon2 parameters. Otherwise password hashing would be most of the CPU time of many tests. The
  // production parameters are covered by test/services/people/passwords.test.ts, and by every test that starts the
  // server as a process.
  setPasswordCost({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const database = await createDatabase();
  await fill(database);
  const config = loadConfig({
    SVC_PORT: '0',
    SVC_LOG_LEVEL: process.env.SVC_TEST_LOG ?? 'silent',
    ...database.settings,
    ...settings,
  });
  const app = await startServer(config, await createLog(config.log.level));
  t.teardown(async () => {
    await app.close();
    await database.drop();
  });
  const url = `http://127.0.0.1:${app.port}`;
  return { url, app, database, request: client(t, url) };
}

/**
 * Returns a client of the server at the base URL. It asks again, once, if the connection breaks before an answer comes:
 * on a busy machine a server closes an idle connection while the next request goes out on it.
 */
export function client(t: Pick<Test, 'fail'>, url: string): TestApp['request'] {
  return withRetry(async (method, path, options) => {
    const answer = await send(url, method, path, options);
    const broken = violations({ method, ...answer });
    if (broken.length > 0) t.fail(broken.join('\n'));
    return answer;
  });
}
