import { href } from './address.js';
import { h } from './dom.js';
import { heading } from './heading.js';

/** The page for an unknown address. */
export const missing = {
  /** @type {'account'} */
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
};
