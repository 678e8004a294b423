// The sign-in page. The address stays the same, so the page behind it appears after the sign-in.

import { enter } from '../api/account.ts';
import { publicApi } from '../api/api.ts';
import { hasSessionEnded, signInBy } from '../api/session.ts';
import type { Child } from '../api/types.ts';
import { passwordField, textField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { href } from '../shell/address.ts';
import { fill, h } from '../shell/dom.ts';
import { whereAddressIs } from './setup.tsx';

/** @param options the address that has to sign in, where there is but one. */
export function signInForm(onDone: () => void, { email }: { email?: string } = {}) {
  const element = h(
    'div',
    { class: 'narrow' },
    h('h1', {}, 'Sign in'),
    hasSessionEnded() &&
      h('p', { class: 'banner warn', role: 'status' }, 'Your session has ended. Sign in to continue.'),
    credentials(onDone, { email, beside: h('a', { href: href('/forgotten') }, 'Forgot your password?') }),
    providerButtons(),
  );
  void publicApi.get('/auth/setup').then(({ needed }) => {
    if (needed) fill(element, h('h1', {}, 'This server has no account yet'), whereAddressIs());
  }, ignore);
  return element;
}

function providerButtons() {
  const names = document.querySelector('meta[name=identity-providers]')?.getAttribute('content') ?? '';
  if (names === '') return null;
  const buttons = names
    .split(' ')
    .map((name) => h('button', { type: 'button', click: () => signInBy(name) }, `Continue with ${name}`));
  return h('div', { class: 'buttons' }, buttons);
}

/** The sign-in form shows why the server does not answer, when it is sent. */
const ignore = () => undefined;

/** Returns the sign-in form without the page around it. */
export function credentials(onDone: () => unknown, { email, beside }: { email?: string | undefined; beside: Child }) {
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
