// The sign-in page. The address stays the same, so the page behind it appears after the sign-in.

import { useEffect, useState } from 'preact/hooks';
import { type Child, hasSessionEnded, publicApi, signIn, takeReturn } from '../api/index.ts';
import { emailField, form, passwordField } from '../forms/index.ts';
import { href, narrow, setting, uniqueId } from '../shell/index.ts';
import { leaveFor, providerButtons, providerOfDevice } from './providers.tsx';
import { whereAddressIs } from './setup.tsx';

/** @param options the address that has to sign in, where there is but one. */
export function signInForm(onDone: () => void, { email }: { email?: string } = {}) {
  return <SignIn key={uniqueId('sign-in')} onDone={onDone} email={email} />;
}

function SignIn({ onDone, email }: { onDone: () => void; email: string | undefined }) {
  const [needsSetup, setNeedsSetup] = useState(false);
  const [isBack] = useState(takeReturn);
  useEffect(() => {
    // The sign-in form shows why the server does not answer, when it is sent.
    void publicApi.get('/auth/setup').then(({ needed }) => {
      const wanted = providerOfDevice();
      if (needed) setNeedsSetup(true);
      else if (wanted !== undefined) leaveFor(wanted);
    }, ignore);
  }, []);
  if (needsSetup) return narrow('This server has no account yet', whereAddressIs());
  return narrow(
    'Sign in',
    hasSessionEnded() && (
      <p class="banner warn" role="status">
        Your session has ended. Sign in to continue.
      </p>
    ),
    isBack && (
      <p class="banner" role="status">
        You are signed out, at your identity provider too.
      </p>
    ),
    credentials(onDone, { email, beside: <a href={href('/forgotten')}>Forgot your password?</a> }),
  );
}

const ignore = () => undefined;

/** Returns the ways to sign in without the page around them: those by password as far as the server allows them. */
export function credentials(onDone: () => unknown, options: { email?: string | undefined; beside: Child }): Child[] {
  const passwords = setting('passwords');
  if (passwords === 'none') return [providerButtons()];
  const byPassword = passwordForm(onDone, options);
  if (passwords === 'all') return [byPassword, providerButtons()];
  return [
    providerButtons(),
    <details>
      <summary class="small">Admins: sign in with a password</summary>
      {byPassword}
    </details>,
  ];
}

function passwordForm(onDone: () => unknown, { email, beside }: { email?: string | undefined; beside: Child }) {
  return form({
    fields: [emailField(email), passwordField('password', 'Password', email !== undefined)],
    submit: 'Sign in',
    async run(body) {
      await signIn(String(body.email).trim(), String(body.password));
      await onDone();
    },
    beside: [beside],
  });
}
