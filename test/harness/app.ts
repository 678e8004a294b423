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
  /** Of the body, instead of JSON's; null: none is sent. */
  contentType?: string | null;
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

/** For a file and for each of its tests, as in .taprc: a machine may have other things to do. */
const testTimeoutMs = 600_000;

/** Starts the server, with settings by their variables, and stops it when the test ends. */
export async function startApp(t: Test, settings: Record<string, string> = {}): Promise<TestApp> {
  t.setTimeout(testTimeoutMs);
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
  return async (method, path, { token, headers, body, raw, form, contentType = 'application/json', query } = {}) => {
    const target =
      query === undefined
        ? path
        : `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`;
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    // As bytes: fetch gives a text a media type where none was named.
    const payload = form ?? (typeof text === 'string' ? new TextEncoder().encode(text) : text);
    const address = new URL(url + target);
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined || contentType === null ? {} : { 'content-type': contentType }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload as Uint8Array<ArrayBuffer> }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const sent = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const answer = {
      status: response.status,
      headers: response.headers,
      bytes,
      text: sent,
      body: parse(sent, response.headers),
    };
    // As fetch sends it: without `.` and `..`.
    const broken = violations({ method, path: address.pathname + address.search, ...answer });
    if (broken.length > 0) t.fail(broken.join('\n'));
    return answer;
  };
}

function parse(text: string, headers: Headers): unknown {
  return (headers.get('content-type') ?? '').startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
}
