// The identity providers of the server's settings, and the buttons that lead to them.

import { signInBy } from '../api/index.ts';
import { address, button, keepReturn, narrow, setting } from '../shell/index.ts';

function providers() {
  return setting('identity-providers').split(' ').filter(Boolean);
}

export function hasProviders() {
  return providers().length > 0;
}

/** Returns the provider that `svc server login --sso` names in the address. */
export function providerOfDevice() {
  const { path, query } = address();
  return path === '/device' ? providers().find((name) => name === query.get('provider')) : undefined;
}

export function providerButtons() {
  if (!hasProviders()) return null;
  return (
    <div class="buttons ways">{providers().map((name) => button(`Continue with ${name}`, () => leaveFor(name)))}</div>
  );
}

export function leaveFor(provider: string) {
  keepReturn();
  signInBy(provider);
}

/** Returns the page in place of those that set a password, on a server where nobody has one. */
export function passwordsOff() {
  const text = <p>Nobody signs in to this server with a password. Sign in by your identity provider.</p>;
  return narrow('Passwords are switched off', text, providerButtons());
}
