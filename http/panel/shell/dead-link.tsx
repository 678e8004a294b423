// The page for a mail link that is no longer valid.

import type { Child } from '../api/types.ts';
import { ApiError } from '../api/wire.ts';

/** @param why `reload`: the token was in the memory of the page, and the page is another one now. */
export function deadLink(why: 'dead' | 'reload', advice: Child) {
  const text =
    why === 'dead'
      ? 'The link is used, expired, or replaced by a newer one.'
      : 'The panel forgets a link when its page is closed or reloaded. Open the link from the mail or message again.';
  return (
    <div class="narrow">
      <h1>{why === 'dead' ? 'This link no longer works' : 'Open the link again'}</h1>
      <p>{text}</p>
      <p>{advice}</p>
    </div>
  );
}

/** Returns undefined if the server does not know the token. Other errors are thrown. */
export function unlessDead(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'token_invalid') return undefined;
  throw error;
}
