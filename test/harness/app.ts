// A really started server on a free port, with a database of its own, and a client that holds every answer against the
// contract.

import type { Test } from 'tap';
import { type App, startApp as startServer } from '../../http/app.ts';
import { loadConfig } from '../../services/config.ts';
import { createLog } from '../../services/log.ts';
import { violations } from './contract.ts';
import { createDatabase, type TestDatabase } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: a body off the wire; `violations` has held it against its schema.
export interface Answer<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
  bytes: Uint8Array;
}

export interface RequestOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array;
  /** Sent as multipart/form-data. */
  form?: FormData;
  query?: Record<string, string | number | boolean>;
}

export interface TestApp {
  url: string;
  app: App;
  database: TestDatabase;
  /** Sends a request, and fails the test where the answer is not one that the contract allows. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

/** Starts the server, with settings by their variables, and stops it when the test ends. */
export async function startApp(t: Test, settings: Record<string, string> = {}): Promise<TestApp> {
  const database = await createDatabase();
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
  return async (method, path, { token, headers, body, raw, form, query } = {}) => {
    const target =
      query === undefined
        ? path
        : `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`;
    const payload = form ?? raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + target, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined || form !== undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload as string }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const { status } = response;
    const answer = { status, headers: response.headers, bytes, text, body: parse(text, response.headers) };
    const broken = violations({ method, path: target, ...answer });
    if (broken.length > 0) t.fail(broken.join('\n'));
    return answer;
  };
}

function parse(text: string, headers: Headers): unknown {
  return (headers.get('content-type') ?? '').startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
}
