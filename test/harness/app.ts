// A really started server on a free port, with a database of its own, and a client that holds every answer against the
// contract.

import type { Test } from 'tap';
import { type App, startApp as startServer } from '../../http/app.ts';
import { violations } from '../../scripts/contract/answers.ts';
import { type Ask, send } from '../../scripts/contract/send.ts';
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
  /** Sends a request, and fails the test where the answer is not one that the contract allows. */
  request: Ask;
}

/** For a file and for each of its tests, as in scripts/checks/test.ts: a machine may have other things to do. */
const testTimeoutMs = 600_000;

// The least that argon2 takes: hashes of passwords would otherwise be most of what many tests do. What operators get is
// tried in test/services/people/passwords.test.ts, and wherever a test starts the server as a process.
setPasswordCost({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Starts the server, with settings by their variables, and stops it when the test ends. */
export async function startApp(t: Test, settings: Record<string, string> = {}): Promise<TestApp> {
  t.setTimeout(testTimeoutMs);
  const database = await createDatabase();
  await fill(database);
  const config = loadConfig({
    SVC_PORT: '0',
    SVC_LOG_LEVEL: process.env.SVC_TEST_LOG ?? 'silent',
    SVC_DATA_DIR: database.dataDir,
    SVC_DATABASE_URL: database.url,
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

/** A client of the server at the address. */
export function client(t: Test, url: string): TestApp['request'] {
  return async (method, path, options) => {
    const answer = await send(url, method, path, options);
    const broken = violations({ method, ...answer });
    if (broken.length > 0) t.fail(broken.join('\n'));
    return answer;
  };
}
