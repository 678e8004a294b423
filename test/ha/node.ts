// One server of a cluster: a process that can be killed, frozen and started again.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import { until } from '../harness/process.ts';
import type { Place } from './network.ts';

const startTimeoutMs = 120_000;

export interface Node {
  name: string;
  place: Place;
  port: number;
  /** mysql://…, without a database name. */
  url: string;
  /** Starts the server, and waits until it answers. `more`: further options. */
  start(...more: string[]): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Ends the process with the signal, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Runs the command to its end with further options. Returns what it wrote. */
  run(...more: string[]): Promise<string>;
  isRunning(): boolean;
  /** Returns the last lines that the server wrote. */
  log(): string;
}

/** Returns a node that runs the command in its place. */
export function makeNode(name: string, place: Place, port: number, command: string[]): Node {
  let child: ChildProcess | undefined;
  let log = '';
  const [executable = '', ...words] = [...place.prefix, ...command];
  const url = `mysql://svc@${place.clientAddress}:${port}/`;
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    name,
    place,
    port,
    url,
    isRunning,
    async run(...more) {
      const { stdout, stderr } = await promisify(execFile)(executable, [...words, ...more]);
      return stdout + stderr;
    },
    log: () => log,
    async start(...more) {
      const started = spawn(executable, [...words, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (chunk: Buffer) => {
          log = (log + chunk.toString()).slice(-20_000);
        });
      await until(async () => {
        if (!isRunning()) throw new Error(`${name} did not start: ${log}`);
        return runSql(url, 'SELECT 1').catch(() => undefined);
      }, startTimeoutMs);
    },
    signal: (signal) => void child?.kill(signal),
    async end(signal) {
      if (!isRunning()) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill(signal);
      await ended;
    },
  };
}
