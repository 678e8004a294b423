// The sign-in page. The address stays the same, so the page behind it appears after the sign-in.

import { enter } from './account.js';
import { href } from './address.js';
import { publicApi } from './api.js';
import { fill, h } from './dom.js';
import { passwordField, textField } from './fields.js';
import { form } from './form.js';
import { whereAddressIs } from './page-setup.js';
import { hasSessionEnded } from './session.js';

/**
 * @param {() => void} onDone
 * @param {{ email?: string }} options the address that has to sign in, where there is but one.
 */
export function signInForm(onDone, { email } = {}) {
  const element = h(
    'div',
    { class: 'narrow' },
    h('h1', {}, 'Sign in'),
    hasSessionEnded() &&
      h('p', { class: 'banner warn', role: 'status' }, 'Your session has ended. Sign in to continue.'),
    credentials(onDone, { email, beside: h('a', { href: href('/forgotten') }, 'Forgot your password?') }),
  );
  void publicApi.get('/auth/setup').then(({ needed }) => {
    if (needed) fill(element, h('h1', {}, 'This server has no account yet'), whereAddressIs());
  }, ignore);
  return element;
}

/** The sign-in form shows why the server does not answer, when it is sent. */
const ignore = () => undefined;

/**
 * Returns the sign-in form without the page around it.
 * @param {() => unknown} onDone
 * @param {{ email?: string | undefined, beside: import('./types.ts').Child }} options
 */
export function credentials(onDone, { email, beside }) {
  const address = textField({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    value: email ?? '',
    readonly: email !== undefined,
  });
  const password = passwordField({ name: 'password', label: 'Password', autocomplete: 'current-password' });
  const first = email === undefined ? address : password;
  first.element.querySelector('input')?.setAttribute('data-focus', '');
  return form({
    fields: [address, password],
    submit: 'Sign in',
    async run(body) {
      await enter(String(body.email).trim(), String(body.password));
      await onDone();
    },
    beside: [beside],
  });
}
