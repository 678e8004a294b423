// `svc-server/sandbox`: starts a sandbox for tests, in a process of its own.
//
//   const sandbox = await startSandbox();
//   const openai = new OpenAI({ baseURL: `${sandbox.url}/v1`, apiKey: sandbox.organizations[0].project_key });
//   await sandbox.reset();
//   await sandbox.close();

import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { components } from '../../generated/sandbox.ts';

type Schemas = components['schemas'];
export type PreparedOrganization = Schemas['PreparedOrganization'];
export type PreparedAdmin = Schemas['PreparedAdmin'];
export type Fault = Pick<Schemas['FaultRequest'], 'kind'> & Partial<Schemas['FaultRequest']>;

export interface SandboxOptions {
  /** The port; by default a free one. */
  port?: number;
  /** trace, debug, info, warn, error or silent. */
  logLevel?: string;
}

export interface Sandbox {
  /** The base of all paths, without `/v1`. */
  readonly url: string;
  readonly admin: PreparedAdmin;
  /** The organization that is made at the start, with its project and keys. */
  readonly organization: PreparedOrganization;
  /** Prepares an organization of its own for each test file or worker that runs in parallel. */
  prepare(name: string): Promise<PreparedOrganization>;
  /** Puts everything back as it was at the start; with a credential, only its organization. */
  reset(credential?: string): Promise<void>;
  /** Sets a fault for the next calls; with a credential, for those of its organization. */
  fault(fault: Fault, credential?: string): Promise<void>;
  /** Moves the clock forwards. Returns the sandbox's time in Unix seconds. */
  advance(seconds: number): Promise<number>;
  /** Sends a call to the sandbox's own API, such as `GET /sandbox/webhooks`. Throws if it is refused. */
  control<Answer = unknown>(method: string, path: string, options?: ControlOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface ControlOptions {
  body?: unknown;
  /** Acts on the organization of this credential, instead of the whole sandbox. */
  credential?: string | undefined;
}

const extension = extname(import.meta.url);

/** Starts a sandbox. It also ends when this process ends. */
export async function startSandbox({ port = 0, logLevel = 'error' }: SandboxOptions = {}): Promise<Sandbox> {
  const path = fileURLToPath(new URL(`../sandbox${extension}`, import.meta.url));
  const child = fork(path, ['--port', String(port), '--log-level', logLevel], {
    execArgv: ['--import', new URL('../need-node.js', import.meta.url).href],
    // The log is printed to standard output.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url, admin, organizations } = await firstMessage(child);
  // Lets a process end that forgets to close: the sandbox then ends by itself.
  child.unref();
  child.channel?.unref();
  const control: Sandbox['control'] = (method, path, options) => send(url + path, method, options);
  return {
    url,
    admin,
    organization: organizations[0] as PreparedOrganization,
    prepare: (name) => control('POST', '/sandbox/organizations', { body: { name } }),
    async reset(credential) {
      await control('POST', '/sandbox/reset', { credential });
    },
    async fault(body, credential) {
      await control('POST', '/sandbox/faults', { body, credential });
    },
    async advance(seconds) {
      const body = { advance_seconds: seconds };
      return (await control<Schemas['Clock']>('POST', '/sandbox/clock', { body })).now;
    },
    control,
    close: () => end(child),
  };
}

function firstMessage(child: ChildProcess): Promise<Schemas['SandboxState']> {
  return new Promise((resolve, reject) => {
    child.once('message', (state) => resolve(state as Schemas['SandboxState']));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox ended with code ${code} before it was ready.`)));
  });
}

async function send<Answer>(url: string, method: string, { body, credential }: ControlOptions = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer & { error?: { message: string } };
  if (!response.ok) throw new Error(answer.error?.message ?? `The sandbox answered ${response.status}.`);
  return answer;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.ref();
  child.kill('SIGTERM');
  await ended;
}
