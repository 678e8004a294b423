// A server that proves itself at the identity provider by a signed assertion (`private_key_jwt`), without a secret.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig } from '../../services/settings/config.ts';
import { startApp } from '../harness/app.ts';
import { startCertifiedProvider } from '../harness/certified-provider.ts';
import { clientId } from '../harness/forging-provider.ts';
import { WebBrowser } from '../harness/web-browser.ts';
import { signUp } from '../harness/world.ts';

type Pair = { publicKey: KeyObject; privateKey: KeyObject };

const pairs: Record<string, Pair> = {
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: generateKeyPairSync('ed25519'),
  other: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
const pem = (name: string): string => pairs[name]?.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const path = join(t.testdir(), 'key.pem');
writeFileSync(path, pem('rsa'));
const kept: Record<string, string> = { ec: pem('ec'), rsa: path, ed25519: pem('ed25519'), other: pem('other') };
const algorithms: Record<string, string> = { ec: 'ES256', rsa: 'RS256', ed25519: 'Ed25519', other: 'ES256' };
const providers = await Promise.all(
  Object.keys(kept).map(async (name) => ({ name, provider: await startCertifiedProvider() })),
);
t.teardown(() => Promise.all(providers.map(({ provider }) => provider.close())));

const app = await startApp(t, {
  SVC_SSO_PROVIDERS: JSON.stringify(
    providers.map(({ name, provider }) => ({
      ...{ name, issuer: provider.url, client_id: clientId, create_accounts: true },
      ...{ client_key: kept[name], client_key_id: 'the-key' },
    })),
  ),
});
for (const { name, provider } of providers) {
  const known = name === 'other' ? 'ec' : name;
  const jwk = { ...pairs[known]?.publicKey.export({ format: 'jwk' }), kid: 'the-key', use: 'sig' };
  provider.register(`${app.url}/auth/sso/${name}/callback`, {
    ...{ client_secret: undefined, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } },
    token_endpoint_auth_signing_alg: algorithms[name],
  });
}
const { token } = await signUp(app, { isAdmin: true });

for (const { name, provider } of providers) {
  t.test(`a sign-in with the key ${name}`, async (t) => {
    provider.people.set(name, { email: `${name}@example.com`, email_verified: true });
    const browser = new WebBrowser();
    const begun = await browser.open(`${app.url}/auth/sso/${name}`);
    const page = await provider.signIn(browser, begun.location ?? '', name);
    const { status } = await browser.open(page.location ?? '');
    t.equal(status, name === 'other' ? 400 : 303, 'a key that the provider does not know is refused');
  });
}

t.test('keys are masked, and revealed by their path', async (t) => {
  const { text } = await app.request('GET', '/admin/config', { token });
  t.notMatch(text, /PRIVATE KEY/);
  const revealed = '/admin/config/reveal/sso.providers.rsa.client_key';
  t.match((await app.request('GET', revealed, { token })).body, { value: pem('rsa') });
});

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const weak = 'must be an RSA key of 2048 bits or more, an EC key (P-256, P-384, P-521) or an Ed25519 key.';
const unreadable = 'has no private key that can be read. It must be a PEM without a passphrase.';
const rsa = pairs.rsa as Pair;
/** Values of client_key that stop the start, and why. */
const refused: Record<string, [value: unknown, reason: string]> = {
  'a public key': [rsa.publicKey.export({ type: 'spki', format: 'pem' }), unreadable],
  'a key with a passphrase': [
    rsa.privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'correct horse' }),
    unreadable,
  ],
  'a PEM that was cut': [pem('rsa').slice(0, 400), unreadable],
  'a short RSA key': [generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(pkcs8), weak],
  'a key of another curve': [generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey.export(pkcs8), weak],
  'a key that does not sign': [generateKeyPairSync('x25519').privateKey.export(pkcs8), weak],
  'a file that is not there': [join(t.testdirName, 'nothing.pem'), 'the file cannot be read (ENOENT).'],
  'no text': [7, 'must be a private key (PEM), or the path of a file with one.'],
};

/** Returns the error with which the settings stop the start. */
function errorOf(settings: Record<string, string>): unknown {
  try {
    return loadConfig(settings);
  } catch (error) {
    return error;
  }
}

for (const [name, [value, reason]] of Object.entries(refused)) {
  t.test(`${name} as client_key stops the start`, async (t) => {
    const provider = { name: 'company', issuer: 'https://login.example.com', client_id: clientId, client_key: value };
    const error = errorOf({ SVC_SSO_PROVIDERS: JSON.stringify([provider]) });
    t.match(String(error), reason);
    t.notMatch(String(error), 'PRIVATE KEY', 'the key is not shown');
    t.notMatch(String(error), String(value).split('\n')[1] ?? 'BEGIN', 'nor a part of it');
  });
}
