// Messages between the tabs of one browser. The tabs share a sign-in and one access token at a time. A tab that gets a
// new token sends it to the others, and a new tab asks the others before it asks the server.

/** @import { TabMessage } from './types.ts' */

const waitMs = 120;
const channel = new BroadcastChannel('svc-session');

/** @param {TabMessage} message */
export function notifyTabs(message) {
  channel.postMessage(message);
}

/** @param {(message: TabMessage) => void} listener */
export function onTabMessage(listener) {
  channel.addEventListener('message', ({ data }) => listener(data));
}

/**
 * Returns another tab's access token. Undefined if no tab has one, or only the old one.
 * @param {string | undefined} old
 * @returns {Promise<{ token: string, expiresAtMs: number } | undefined>}
 */
export function askTabs(old) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), waitMs);
    /** @param {MessageEvent<TabMessage>} event */
    const listen = ({ data }) => {
      if (data.type === 'token' && data.token !== old) finish(data);
    };
    /** @param {{ token: string, expiresAtMs: number } | undefined} found */
    const finish = (found) => {
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
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function inTurn(work) {
  return navigator.locks === undefined ? work() : navigator.locks.request('svc-session', work);
}
