// The alert for an error: what happened, what to do, and the request id for the server's log.

import { ApiError } from '../api/wire.ts';
import { h } from './dom.ts';
import { explain } from './problem-texts.ts';

/** @param options `onWait` hears that it makes no sense to try again yet, and then that it does. */
export function problem(
  error: unknown,
  { retry, onWait }: { retry?: (() => void) | undefined; onWait?: (waiting: boolean) => void } = {},
) {
  if (!(error instanceof ApiError)) console.error(error);
  const { title, advice, retry: sensible } = explain(error);
  const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : 0;
  const banner = h(
    'div',
    { class: 'banner bad', role: 'alert' },
    h('p', {}, h('strong', {}, title), advice === '' ? '' : ` ${advice}`),
    waitSeconds > 0 && countdown(waitSeconds, onWait),
    error instanceof ApiError && error.requestId !== '' && requestId(error.requestId),
  );
  if (retry !== undefined && sensible) banner.append(h('button', { type: 'button', click: retry }, 'Try again'));
  return banner;
}

function requestId(id: string) {
  return h('p', { class: 'small' }, 'Request id: ', h('code', { class: 'id' }, id));
}

/** Counts down to the time of the next useful retry. */
function countdown(seconds: number, onWait: ((waiting: boolean) => void) | undefined) {
  const endMs = performance.now() + seconds * 1000;
  // Screen readers read the alert once. The countdown is only visible.
  const text = h('p', { class: 'small', 'aria-live': 'off' });
  const tick = () => {
    const left = Math.ceil((endMs - performance.now()) / 1000);
    text.textContent = left > 0 ? `You can try again in ${left} s.` : 'You can try again now.';
    if (left > 0 && (text.isConnected || left >= seconds - 1)) setTimeout(tick, 250);
    else onWait?.(false);
  };
  onWait?.(true);
  tick();
  return text;
}
