import type { Page } from '../api/types.ts';
import { href } from '../shell/address.ts';
import { h } from '../shell/dom.ts';
import { heading } from '../shell/heading.ts';

/** The page for an unknown address. */
export const missing = {
  scope: 'account',
  path: '/missing',
  title: 'Page not found',
  render: () => [
    heading('Page not found'),
    h(
      'p',
      {},
      'This page does not exist, or you have no access to it. ',
      h('a', { href: href('/') }, 'Go to the start page'),
      '.',
    ),
  ],
} satisfies Page;
