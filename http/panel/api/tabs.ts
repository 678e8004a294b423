// Messages between the tabs of one browser. The tabs share a sign-in and one access token at a time. A tab that gets a
// new token sends it to the others, and a new tab asks the others before it asks the server.

import type { TabMessage } from './types.ts';

const waitMs = 120;
const channel = new BroadcastChannel('svc-session');

export function notifyTabs(message: TabMessage) {
  channel.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void) {
  channel.addEventListener('message', ({ data }) => listener(data));
}

/** Returns another tab's access token. Undefined if no tab has one, or only the old one. */
export function askTabs(old: string | undefined): Promise<{ token: string; expiresAtMs: number } | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), waitMs);
    const listen = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === 'token' && data.token !== old) finish(data);
    };
    const finish = (found: { token: string; expiresAtMs: number } | undefined) => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(found);
    };
    channel.addEventListener('message', listen);
    notifyTabs({ type: 'ask' });
  });
}

/**
 * Runs the work while no other tab runs it, so that one tab refreshes for all. Browsers have no locks for a page from
 * another machine without TLS. There the server returns the same tokens to tabs that refresh at the same time.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks === undefined ? work() : navigator.locks.request('svc-session', work);
}
