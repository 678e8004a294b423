// An identity provider that lies on demand: for answers that a certified one cannot be made to give.

import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;

/** One lie: each member changes one part of the answers. */
export interface Lie {
  /** Changes the claims of the ID token; an undefined claim is left out. */
  claims?: Claims;
  header?: Claims;
  /** Changes the finished token. */
  token?(token: string, provider: ForgingProvider): string | undefined;
  userinfo?: Claims;
  metadata?: Claims;
  /** Replaces the answer of the token endpoint. */
  answer?: { status: number; headers?: Record<string, string>; body: string };
  /** Accepts the code without its PKCE verifier. */
  withoutPkce?: boolean;
}

export interface ForgingProvider {
  url: string;
  lie: Lie;
  /** The claims of the person who signs in next. */
  person: Claims;
  /** The refresh tokens that work, each once. */
  refreshTokens: Set<string>;
  /** The addresses of all requests. */
  requests: string[];
  publicKey(): KeyObject;
  rotateKey(): void;
  /** Returns a signed token. An undefined claim is left out. */
  sign(claims: Claims, header?: Claims): string;
  /** Returns a logout token with other claims. */
  logoutToken(claims: Claims, header?: Claims): string;
  /** Takes the address of the authorization request, and returns that of the callback. */
  authorize(url: string): URL;
  close(): Promise<void>;
}

export const clientId = 'svc';
export const clientSecret = 'a secret that only the two know';

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns the token of these parts, signed by an algorithm that needs no key of the provider. */
export function forged(header: object, claims: object, secret?: string | Buffer): string {
  const signed = `${part(header)}.${part(claims)}`;
  const signature = secret === undefined ? '' : createHmac('sha256', secret).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}

export function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Starts a provider, and returns the value of `SVC_SSO_PROVIDERS` with it, named `company`. */
export async function settingsOfProvider(t: { teardown(work: () => Promise<void>): void }): Promise<string> {
  const provider = await startForgingProvider();
  t.teardown(provider.close);
  const { url: issuer } = provider;
  return JSON.stringify([{ name: 'company', issuer, client_id: clientId, client_secret: clientSecret }]);
}

export async function startForgingProvider(): Promise<ForgingProvider> {
  const codes = new Map<string, { nonce: string; challenge: string }>();
  let keys = newKeys();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: ForgingProvider = {
    url,
    lie: {},
    person: {},
    refreshTokens: new Set(),
    requests: [],
    publicKey: () => keys.publicKey,
    rotateKey() {
      keys = newKeys();
    },
    sign(claims, header) {
      const signed = `${part({ alg: 'RS256', kid: keys.id, ...header })}.${part(claims)}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), keys.privateKey).toString('base64url')}`;
    },
    logoutToken(claims, header) {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const usual = { ...usualClaims(), jti: randomBytes(8).toString('hex'), events };
      return provider.sign({ ...usual, ...claims }, { typ: 'logout+jwt', ...header });
    },
    authorize(address) {
      const query = new URL(address).searchParams;
      const code = randomBytes(8).toString('hex');
      codes.set(code, { nonce: query.get('nonce') ?? '', challenge: query.get('code_challenge') ?? '' });
      const callback = new URL(query.get('redirect_uri') ?? '');
      callback.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
      return callback;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function idToken(nonce: string | undefined): string | undefined {
    const claims = { ...usualClaims(), nonce, ...provider.person, ...provider.lie.claims };
    const token = provider.sign(claims, provider.lie.header);
    return provider.lie.token === undefined ? token : provider.lie.token(token, provider);
  }

  function usualClaims(): Claims {
    const now = Math.floor(Date.now() / 1000);
    return { iss: url, aud: clientId, iat: now, exp: now + 60 };
  }

  async function exchange(request: IncomingMessage): Promise<object | undefined> {
    const form = new URLSearchParams(await text(request));
    const refresh_token = randomBytes(8).toString('hex');
    const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, refresh_token };
    if (form.get('grant_type') === 'refresh_token') {
      if (!provider.refreshTokens.delete(form.get('refresh_token') ?? '')) return undefined;
      provider.refreshTokens.add(refresh_token);
      return { ...tokens, id_token: idToken(undefined) };
    }
    const asked = codes.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked === undefined || (asked.challenge !== challenge && provider.lie.withoutPkce !== true)) return undefined;
    provider.refreshTokens.add(refresh_token);
    return { ...tokens, id_token: idToken(asked.nonce) };
  }

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; headers?: Record<string, string>; body: string }> {
    provider.requests.push(request.url ?? '');
    const json = (value: object, status = 200): { status: number; body: string } => ({
      status,
      body: JSON.stringify(value),
    });
    const { pathname } = new URL(request.url ?? '', url);
    const page = (link: URL, label: string) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<link rel="icon" href="data:,"><a href="${link.href.replaceAll('&', '&amp;')}">${label}</a>`,
    });
    switch (pathname) {
      case '/authorize':
        return page(provider.authorize(new URL(request.url ?? '', url).href), 'Sign in');
      case '/end': {
        const query = new URL(request.url ?? '', url).searchParams;
        const back = new URL(query.get('post_logout_redirect_uri') ?? '');
        back.searchParams.set('state', query.get('state') ?? '');
        return page(back, 'Sign out everywhere');
      }
      case '/.well-known/openid-configuration':
        return json({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          userinfo_endpoint: `${url}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256'],
          ...provider.lie.metadata,
        });
      case '/jwks':
        return json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: keys.id, use: 'sig' }] });
      case '/token': {
        if (provider.lie.answer !== undefined) return provider.lie.answer;
        const tokens = await exchange(request);
        return tokens === undefined ? json({ error: 'invalid_grant' }, 400) : json(tokens);
      }
      case '/userinfo':
        return json({ sub: provider.person.sub, ...provider.lie.userinfo });
      default:
        return json({}, 404);
    }
  }
  return provider;
}

function newKeys(): { id: string; privateKey: KeyObject; publicKey: KeyObject } {
  return { id: randomBytes(4).toString('hex'), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}
