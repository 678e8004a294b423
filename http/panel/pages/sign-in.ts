// The sign-in page. The address stays the same, so the page behind it appears after the sign-in.

import { enter } from '../api/account.ts';
import { publicApi } from '../api/api.ts';
import { hasSessionEnded, signInBy } from '../api/session.ts';
import type { Child } from '../api/types.ts';
import { passwordField, textField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { address, href, keepReturn } from '../shell/address.ts';
import { fill, h } from '../shell/dom.ts';
import { setting } from '../shell/server-settings.ts';
import { whereAddressIs } from './setup.tsx';

/** @param options the address that has to sign in, where there is but one. */
export function signInForm(onDone: () => void, { email }: { email?: string } = {}) {
  const element = h(
    'div',
    { class: 'narrow' },
    h('h1', {}, 'Sign in'),
    hasSessionEnded() &&
      h('p', { class: 'banner warn', role: 'status' }, 'Your session has ended. Sign in to continue.'),
    ...credentials(onDone, { email, beside: h('a', { href: href('/forgotten') }, 'Forgot your password?') }),
  );
  void publicApi.get('/auth/setup').then(({ needed }) => {
    if (needed) return fill(element, h('h1', {}, 'This server has no account yet'), whereAddressIs());
    const wanted = providerOfDevice();
    if (wanted !== undefined) leaveFor(wanted);
  }, ignore);
  return element;
}

function providers() {
  return setting('identity-providers').split(' ').filter(Boolean);
}

/** Returns the provider that `svc server login --sso` names in the address. */
function providerOfDevice() {
  const { path, query } = address();
  return path === '/device' ? providers().find((name) => name === query.get('provider')) : undefined;
}

function providerButtons() {
  if (providers().length === 0) return null;
  const buttons = providers().map((name) =>
    h('button', { type: 'button', click: () => leaveFor(name) }, `Continue with ${name}`),
  );
  return h('div', { class: 'buttons' }, buttons);
}

function leaveFor(provider: string) {
  keepReturn();
  signInBy(provider);
}

/** The sign-in form shows why the server does not answer, when it is sent. */
const ignore = () => undefined;

/** Returns the ways to sign in without the page around them: those by password as far as the server allows them. */
export function credentials(
  onDone: () => unknown,
  options: { email?: string | undefined; beside: Child },
): (HTMLElement | null)[] {
  const passwords = setting('passwords');
  if (passwords === 'none') return [providerButtons()];
  const byPassword = passwordForm(onDone, options);
  if (passwords === 'all') return [byPassword, providerButtons()];
  return [
    providerButtons(),
    h('details', {}, h('summary', { class: 'small' }, 'Admins: sign in with a password'), byPassword),
  ];
}

function passwordForm(onDone: () => unknown, { email, beside }: { email?: string | undefined; beside: Child }) {
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
