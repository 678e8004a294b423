// The alert for an error: what happened, what to do, and the request id for the server's log.

import { useLayoutEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/index.ts';
import { button } from './heading.tsx';
import { explain } from './problem-texts.ts';

interface Options {
  retry?: (() => void) | undefined;
  /** Hears that it makes no sense to try again yet, and then that it does. */
  onWait?: (isWaiting: boolean) => void;
}

export function problem(error: unknown, { retry, onWait }: Options = {}) {
  if (!(error instanceof ApiError)) console.error(error);
  const { title, advice, retry: isSensible } = explain(error);
  const { retryAfterSeconds = 0, requestId = '' } = error instanceof ApiError ? error : {};
  return (
    <div class="banner bad" role="alert">
      <p>
        <strong>{title}</strong>
        {advice !== '' && ` ${advice}`}
      </p>
      {retryAfterSeconds > 0 && <Countdown seconds={retryAfterSeconds} onWait={onWait} />}
      {requestId !== '' && (
        <p class="small">
          Request id: <code class="id">{requestId}</code>
        </p>
      )}
      {retry !== undefined && isSensible && button('Try again', retry)}
    </div>
  );
}

/** Counts down to the time of the next useful retry. */
function Countdown({ seconds, onWait }: { seconds: number; onWait: Options['onWait'] }) {
  const [left, setLeft] = useState(seconds);
  useLayoutEffect(() => {
    const endMs = performance.now() + seconds * 1000;
    onWait?.(true);
    const timer = setInterval(() => {
      const now = Math.ceil((endMs - performance.now()) / 1000);
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onWait?.(false);
    }, 250);
  }, []);
  // Screen readers read the alert once. The countdown is only visible.
  return (
    <p class="small" aria-live="off">
      {left > 0 ? `You can try again in ${left} s.` : 'You can try again now.'}
    </p>
  );
}
