// The page for a mail link that is no longer valid.

import { ApiError, type Child, linkToken } from '../api/index.ts';
import { narrow } from './heading.tsx';

/** @param why `reload`: the token was in the memory of the page, and the page is another one now. */
export function deadLink(why: 'dead' | 'reload', advice: Child) {
  const text =
    why === 'dead'
      ? 'The link is used, expired, or replaced by a newer one.'
      : 'The panel forgets a link when its page is closed or reloaded. Open the link from the mail or message again.';
  return narrow(why === 'dead' ? 'This link no longer works' : 'Open the link again', <p>{text}</p>, <p>{advice}</p>);
}

/**
 * Returns the page of the opened link, or says why there is none. Throws an ApiError.
 * @param validate throws the error `token_invalid` if the server does not know the token.
 */
export async function linkPage<Offer>(
  advice: Child,
  validate: (token: string) => Promise<Offer>,
  page: (token: string, offer: Offer) => Promise<Child | Child[]> | Child | Child[],
): Promise<Child | Child[]> {
  const token = linkToken();
  if (token === undefined) return deadLink('reload', advice);
  try {
    return await page(token, await validate(token));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'token_invalid') return deadLink('dead', advice);
    throw error;
  }
}
