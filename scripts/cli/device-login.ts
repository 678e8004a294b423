// Signs in by a code that the person approves in the panel (RFC 8628): on a machine without a browser, or by an identity
// provider. It needs no listener on this machine, and works the same way through SSH.

import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { components } from '../../generated/openapi.ts';
import { plain } from '../text/index.ts';
import { send } from './client.ts';
import { Failure } from './failure.ts';
import { printNote } from './output.ts';

type Schemas = components['schemas'];
type Refused = Schemas['DeviceTokensRefused'];

/** The seconds that `slow_down` adds to the time between two questions. */
const slowerSeconds = 5;

/**
 * Returns the tokens after the approval.
 * @param sso the identity provider at which the panel begins; true: a browser is opened at the panel's own sign-in.
 */
export async function approvedTokens(address: string, sso: string | true | undefined): Promise<Schemas['LoginTokens']> {
  const body = { client_name: `svc on ${hostname()}`.slice(0, 255) };
  const codes = (await send(
    address,
    { method: 'POST', path: '/auth/device', body },
    undefined,
  )) as Schemas['DeviceCodes'];
  const provider = typeof sso === 'string' ? `&provider=${encodeURIComponent(sso)}` : '';
  const page = plain(codes.verification_uri_complete + provider);
  if (sso !== undefined) openBrowser(page);
  printNote(`Open ${page}`);
  printNote(`and approve the code ${plain(codes.user_code)}. Waiting…`);
  return poll(address, codes);
}

async function poll(
  address: string,
  { device_code, interval, expires_in }: Schemas['DeviceCodes'],
): Promise<Schemas['LoginTokens']> {
  const body = { device_code };
  const until = performance.now() + expires_in * 1000;
  for (let seconds = interval; performance.now() < until; ) {
    await wait(seconds * 1000);
    const answer = await send(address, { method: 'POST', path: '/auth/device/token', body, isAnswer }, undefined);
    if (!isAnswer(answer)) return answer as Schemas['LoginTokens'];
    if (answer.error === 'slow_down') seconds += slowerSeconds;
    else if (answer.error !== 'authorization_pending') throw new Failure(plain(answer.error_description));
  }
  throw new Failure('Nobody has approved the code in time. Begin again.');
}

/** Returns true for an answer without tokens. */
function isAnswer(body: unknown): body is Refused {
  return typeof (body as Refused | undefined)?.error_description === 'string';
}

/**
 * Opens the address in a browser. Where there is none, the person opens the printed address. An address that is not of
 * the web could make the machine open a file or a program.
 */
function openBrowser(url: string): void {
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) return;
  const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };
  const child = spawn(openers[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
