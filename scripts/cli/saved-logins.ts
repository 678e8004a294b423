// The saved logins of `svc server login`, one for each server, in a file that only its owner can read.
//
// A refresh token works once: if it is used again, the server ends the whole session. So two commands that find the
// access token expired at the same time must not both refresh it. Every change therefore holds a lock: the second
// command reads the file again, and finds the new token. The lock is a write transaction on an empty SQLite file. The
// kernel releases it if its process dies; a lock file would remain. A rename replaces the file atomically.

import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { components } from '../../generated/openapi.ts';
import { ApiError, type ApiRequest, send } from './client.ts';
import { Failure } from './failure.ts';

type LoginTokens = components['schemas']['LoginTokens'];

interface SavedLogin extends LoginTokens {
  email: string;
}

interface SavedLogins {
  /** The server of the last login. Commands use it by default. */
  current: string | undefined;
  /** The logins by server URL. */
  logins: Record<string, SavedLogin>;
  /** The defaults of `svc use` by server URL. A logout deletes the defaults of its server; the end of a session does not. */
  defaults: Record<string, Defaults>;
  /** The keys that quick start made, by server URL. A logout deletes the key of its server. */
  keys: Record<string, SavedKey>;
}

/** A project key on this disk. */
export interface SavedKey {
  id: string;
  value: string;
  /** The id of its project. */
  project: string;
}

/** The organization and the project that commands use when none is named. */
export interface Defaults {
  organization?: string;
  project?: string;
}

const lockTimeoutMs = 90_000;

/** Returns the server of the last login. */
export function currentServer(): string | undefined {
  return read().current;
}

export function savedLogin(address: string): SavedLogin | undefined {
  return read().logins[address];
}

/** Returns the defaults that `svc use` saved for a server. */
export function savedDefaults(address: string): Defaults {
  return read().defaults[address] ?? {};
}

/** Returns the key that quick start made on a server. */
export function savedKey(address: string): SavedKey | undefined {
  return read().keys[address];
}

/** Saves the key that quick start made on a server. */
export async function saveKey(address: string, key: SavedKey): Promise<void> {
  await locked(async () => {
    const saved = read();
    write({ ...saved, keys: { ...saved.keys, [address]: key } });
  });
}

/** Replaces the defaults of a server. */
export async function saveDefaults(address: string, defaults: Defaults): Promise<void> {
  await locked(async () => {
    const saved = read();
    write({ ...saved, defaults: { ...saved.defaults, [address]: defaults } });
  });
}

/** Saves a login, and makes its server the current one. Another person's login begins without defaults. */
export async function saveLogin(address: string, login: SavedLogin): Promise<void> {
  await locked(async () => {
    const { logins, defaults, keys } = read();
    const before = logins[address];
    const kept = before === undefined || before.email === login.email ? defaults : without(defaults, address);
    write({ current: address, logins: { ...logins, [address]: login }, defaults: kept, keys });
  });
}

/** Deletes a saved login, and the defaults and the key of its server. */
export async function forgetLogin(address: string): Promise<void> {
  await locked(async () => {
    forget(address);
    const saved = read();
    write({ ...saved, defaults: without(saved.defaults, address), keys: without(saved.keys, address) });
  });
}

/**
 * Returns a login with a valid access token in place of the expired one. If the server has ended the session, deletes
 * the login and throws a Failure.
 */
export async function renewLogin(address: string, expiredToken: string): Promise<SavedLogin> {
  return locked(async () => {
    const saved = read();
    const login = saved.logins[address];
    if (login === undefined) throw signedOut(address);
    // Another command has already refreshed the token.
    if (login.access_token !== expiredToken) return login;
    const tokens = (await send(address, refresh, login.refresh_token).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      forget(address);
      throw signedOut(address);
    })) as LoginTokens;
    const renewed = { ...tokens, email: login.email };
    write({ ...saved, logins: { ...saved.logins, [address]: renewed } });
    return renewed;
  });
}

const refresh: ApiRequest = { method: 'POST', path: '/auth/refresh' };

/** Returns the Failure for a server without a saved login. */
export function signedOut(address: string): Failure {
  return new Failure(
    `You are not signed in to ${address}. Run "svc server login --email you@example.com --url ${address}", or give a --token.`,
  );
}

function forget(address: string): void {
  const { current, logins, ...rest } = read();
  write({ ...rest, current: current === address ? undefined : current, logins: without(logins, address) });
}

function without<T>(entries: Record<string, T>, address: string): Record<string, T> {
  const { [address]: _, ...others } = entries;
  return others;
}

/** Returns the folder in which the command keeps its files. */
export function folder(): string {
  const configured = process.env.XDG_CONFIG_HOME ?? '';
  return join(isAbsolute(configured) ? configured : join(homedir(), '.config'), 'svc');
}

function file(): string {
  return join(folder(), 'logins.json');
}

function read(): SavedLogins {
  try {
    const saved = JSON.parse(readFileSync(file(), 'utf8')) as Partial<SavedLogins>;
    return {
      current: saved.current,
      logins: saved.logins ?? {},
      defaults: saved.defaults ?? {},
      keys: saved.keys ?? {},
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { current: undefined, logins: {}, defaults: {}, keys: {} };
    throw new Failure(`${file()} cannot be read. Delete it and sign in again.`, { cause: error });
  }
}

function write(saved: SavedLogins): void {
  const temporary = `${file()}.${process.pid}`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(saved, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file());
}

async function locked<T>(work: () => Promise<T>): Promise<T> {
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = (error as Error).message;
    throw new Failure(
      `The folder of sign-ins cannot be made: ${reason}. Set XDG_CONFIG_HOME to a folder of your own.`,
      {
        cause: error,
      },
    );
  }
  const { holdLock } = await import('../../models/dialects/sqlite.ts');
  const release = await holdLock(join(folder(), 'logins.lock'), lockTimeoutMs).catch((error: unknown) => {
    throw new Failure(`${folder()} cannot be locked for this command: ${(error as Error).message}.`, { cause: error });
  });
  try {
    return await work();
  } finally {
    release();
  }
}
