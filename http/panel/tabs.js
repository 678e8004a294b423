// What the tabs of one browser tell each other. They share one sign-in, and so one access token at a time: a tab that
// gets a new one hands it to the others, and a tab that opens asks them before it asks the server.

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
 * Runs the work while no other tab does the like, so that one refresh does for all. Browsers have no locks on a page that
 * came without TLS from another machine; there the server gives tabs that refresh at once the same answer.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function inTurn(work) {
  return navigator.locks === undefined ? work() : navigator.locks.request('svc-session', work);
}
