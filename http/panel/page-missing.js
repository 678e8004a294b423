import { href } from './address.js';
import { h } from './dom.js';
import { heading } from './heading.js';

/** Where the address leads nowhere. */
export const missing = {
  /** @type {'account'} */
  scope: 'account',
  path: '/missing',
  title: 'Nothing here',
  render: () => [
    heading('Nothing here'),
    h(
      'p',
      {},
      'There is no such page, or it is not yours to see. ',
      h('a', { href: href('/') }, 'Go to the beginning'),
      '.',
    ),
  ],
};
