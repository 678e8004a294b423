// The load generator: wrk from Debian's packages, or autocannon if wrk is not available. It runs in a process of its
// own, on another core than the servers, keeps a fixed number of connections busy, and counts every response other than
// 2xx.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePackages } from '../fixtures/debian.ts';
import { pinned } from './machine.ts';

const run = promisify(execFile);
const wrk = '/usr/bin/wrk';

export interface LoadRequest {
  method: 'GET' | 'POST';
  /** The path with its query string. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The result of one load run. */
export interface Load {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Generator {
  name: string;
  /** Throws if a response was not a 2xx, because a server that quickly refuses requests is not a fast server. */
  run(url: string, request: LoadRequest, seconds: number, connections: number): Promise<Load>;
}

/** Returns wrk if it is installed or can be installed, otherwise autocannon. */
export async function findGenerator(core: string | undefined): Promise<Generator> {
  try {
    await ensurePackages([wrk], ['wrk']);
    return { name: 'wrk', run: (...options) => runWrk(core, ...options) };
  } catch {
    return { name: 'autocannon (wrk is not there)', run: (...options) => runAutocannon(core, ...options) };
  }
}

interface WrkSummary {
  requests: number;
  seconds: number;
  failures: number;
  p50Ms: number;
  p99Ms: number;
}

async function runWrk(
  core: string | undefined,
  url: string,
  request: LoadRequest,
  seconds: number,
  connections: number,
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    const script = join(folder, 'request.lua');
    writeFileSync(script, luaScript(request));
    const [command, args] = pinned(core, wrk, [
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      `--script=${script}`,
      url + request.path,
    ]);
    const { stdout } = await run(command, args);
    const summary = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as WrkSummary;
    refuseFailures(summary.failures, summary.requests, request);
    const { requests, p50Ms, p99Ms } = summary;
    return { requests, perSecond: requests / summary.seconds, p50Ms, p99Ms };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns a wrk script that sets the request, and prints the result as a final line of JSON. wrk measures times in
 * microseconds.
 */
function luaScript({ method, headers, body }: LoadRequest): string {
  const lines = [
    `wrk.method = ${JSON.stringify(method)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
    ...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
    'function done(summary, latency, requests)',
    '  local e = summary.errors',
    '  local failures = e.status + e.connect + e.read + e.write + e.timeout',
    `  io.write(string.format('\\n{"requests":%d,"seconds":%f,"failures":%d,"p50Ms":%f,"p99Ms":%f}\\n', summary.requests,`,
    '    summary.duration / 1e6, failures, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))',
    'end',
  ];
  return lines.join('\n');
}

interface AutocannonResult {
  '2xx': number;
  non2xx: number;
  errors: number;
  duration: number;
  latency: { p50: number; p99: number };
}

async function runAutocannon(
  core: string | undefined,
  url: string,
  { method, path, headers, body }: LoadRequest,
  seconds: number,
  connections: number,
): Promise<Load> {
  const program = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  const [command, args] = pinned(core, process.execPath, [
    ...[program, '--json', '--no-progress', '--method', method],
    ...['--connections', String(connections), '--duration', String(seconds)],
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...(body === undefined ? [] : ['--body', body]),
    url + path,
  ]);
  const { stdout } = await run(command, args);
  const result = JSON.parse(stdout) as AutocannonResult;
  const requests = result['2xx'];
  refuseFailures(result.non2xx + result.errors, requests, { method, path, headers });
  const { p50, p99 } = result.latency;
  return { requests, perSecond: requests / result.duration, p50Ms: p50, p99Ms: p99 };
}

function refuseFailures(failures: number, requests: number, { method, path }: LoadRequest): void {
  if (failures > 0 || requests === 0) throw new Error(`${method} ${path}: ${failures} of ${requests} requests failed`);
}
