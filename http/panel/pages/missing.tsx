import type { Page } from '../api/index.ts';
import { heading, href } from '../shell/index.ts';

/** The page for an unknown address. */
export const missing = {
  scope: 'account',
  path: '/missing',
  title: 'Page not found',
  render: () => [
    heading('Page not found'),
    <p>
      This page does not exist, or you have no access to it. <a href={href('/')}>Go to the start page</a>.
    </p>,
  ],
} satisfies Page;
