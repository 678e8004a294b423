// The identity providers of the settings, by OpenID Connect: authorization code with PKCE, state and nonce. The library
// checks the answers; signatures are verified, too, although the tokens come from the provider directly.
//
// A provider is asked for its metadata when somebody first signs in by it, so that a provider that is down stops no
// start. Metadata and keys are kept for 10 minutes. A token with an unknown key makes the library ask for the keys again,
// once a minute at most.

import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import type { operations } from '../../../generated/openapi.ts';
import { nowSeconds } from '../../../models/clock.ts';
import { digestOf } from '../../../models/identity.ts';
import { boundedFetch, isEmailAddress, lazyRequire, ServiceError, type Site } from '../../platform/index.ts';
import { type Config, type ProviderSettings, signingKey } from '../../settings/index.ts';
import { clockToleranceSeconds, type Logout, readLogoutToken } from './logout-token.ts';

const client = lazyRequire<typeof import('openid-client')>('openid-client');
const keptSeconds = 600;
/** OpenID Connect Core, section 2. */
const longestSubject = 255;

/** The secrets of one sign-in, which only the browser that began it may end. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** The query parameters with which the provider sends the browser back. */
export type CallbackQuery = NonNullable<operations['getSignInCallback']['parameters']['query']>;

/** A person as the provider vouches for them. */
export interface Person {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** True if the provider says that the person owns the address. */
  isEmailVerified: boolean;
  name: string | null;
  groups: ReadonlySet<string>;
  /** The id of the person's session at the provider; undefined if it names none. */
  session: string | undefined;
  /** The token by which the provider tells later of the person; undefined if it gave none. */
  refreshToken: string | undefined;
}

type Tokens = Awaited<ReturnType<typeof import('openid-client').refreshTokenGrant>>;

interface Found {
  configuration: Promise<Configuration>;
  until: number;
}

export class Providers {
  readonly #settings: ReadonlyMap<string, ProviderSettings>;
  readonly #site: Site;
  readonly #found = new Map<string, Found>();

  constructor({ sso }: Config, site: Site) {
    this.#settings = new Map(sso.providers.map((provider) => [provider.name, provider]));
    this.#site = site;
  }

  /** Returns the settings of a provider. Throws `not_found`. */
  settingsOf(name: string): ProviderSettings {
    const settings = this.#settings.get(name);
    if (settings !== undefined) return settings;
    throw new ServiceError('not_found', `This server has no identity provider named '${name}'.`);
  }

  /** Returns a new attempt, and the address of the provider at which it goes on. Throws `upstream_failed`. */
  async begin(settings: ProviderSettings): Promise<{ attempt: Attempt; url: string }> {
    const { randomState, randomNonce, randomPKCECodeVerifier, calculatePKCECodeChallenge, buildAuthorizationUrl } =
      client();
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(await this.#configuration(settings), {
      redirect_uri: this.#callback(settings).href,
      scope: settings.scopes.join(' '),
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
      ...(settings.prompt === '' ? {} : { prompt: settings.prompt }),
    });
    return { attempt, url: url.href };
  }

  /**
   * Exchanges the code for an ID token and returns the person. Throws `upstream_failed` if the provider does not answer,
   * and `sign_in_invalid` for everything that is not exactly the answer to this attempt.
   */
  async finish(settings: ProviderSettings, query: CallbackQuery, attempt: Attempt): Promise<Person> {
    const configuration = await this.#configuration(settings);
    const callback = this.#callback(settings);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) callback.searchParams.set(name, value);
    try {
      const tokens = await client().authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as IDToken;
      if (claims.sub.length > longestSubject) throw new Error(`the subject has more than ${longestSubject} characters`);
      const person = personOf(claims, (await moreOf(configuration, tokens, claims.sub)) ?? {}, settings);
      return { ...person, refreshToken: tokens.refresh_token };
    } catch (error) {
      const { cause } = error as Error;
      throw cause instanceof ServiceError ? cause : new ServiceError('sign_in_invalid', invalid, { cause: error });
    }
  }

  /** Returns the settings of the provider with this issuer, if its refresh tokens are used. */
  refreshedBy(issuer: string): ProviderSettings | undefined {
    return [...this.#settings.values()].find((one) => one.issuer === issuer && one.refresh_minutes > 0);
  }

  /** Exchanges a refresh token for new tokens; undefined: the provider refuses it for good. */
  async refresh(settings: ProviderSettings, token: string): Promise<Tokens | undefined> {
    const configuration = await this.#configuration(settings);
    try {
      return await client().refreshTokenGrant(configuration, token);
    } catch (error) {
      if (error instanceof client().ResponseBodyError && error.error === 'invalid_grant') return undefined;
      throw error;
    }
  }

  /** Returns the groups that the provider names with new tokens. Throws if it does not tell of the person. */
  async groupsOf(settings: ProviderSettings, tokens: Tokens, subject: string): Promise<Person['groups']> {
    const claims = tokens.claims();
    if (claims !== undefined && claims.sub !== subject) throw new Error('the ID token is of another subject');
    const more = await moreOf(await this.#configuration(settings), tokens, subject);
    if (claims === undefined && more === undefined) throw new Error('the answer has no ID token');
    return groupsIn({ ...more, ...claims }, settings);
  }

  /**
   * Returns the address that ends the session at the provider and leads back to the panel; undefined if the provider has
   * none or cannot be asked. No ID token is kept for it: the client's id and the session's are hints enough, and neither
   * is a secret.
   */
  async signOutUrl({ issuerDigest, session }: { issuerDigest: Uint8Array; session: string | null }) {
    const settings = [...this.#settings.values()].find(({ issuer }) => digestOf(issuer).equals(issuerDigest));
    const configuration = settings && (await this.#configuration(settings).catch(() => undefined));
    const endpoint = URL.parse(configuration?.serverMetadata().end_session_endpoint ?? '');
    // The browser opens it, so nothing but the web.
    if (settings === undefined || endpoint === null || !isWeb(endpoint, settings)) return undefined;
    endpoint.searchParams.set('client_id', settings.client_id);
    endpoint.searchParams.set('post_logout_redirect_uri', `${this.#site.url}/panel`);
    endpoint.searchParams.set('state', client().randomState());
    if (session !== null) endpoint.searchParams.set('logout_hint', session);
    return endpoint.href;
  }

  /** Returns what a logout token says. Throws if the token is not valid. */
  async logoutOf(settings: ProviderSettings, token: string): Promise<Logout> {
    const configuration = await this.#configuration(settings);
    return readLogoutToken(token, settings, configuration.serverMetadata());
  }

  #configuration(settings: ProviderSettings): Promise<Configuration> {
    const known = this.#found.get(settings.name);
    if (known !== undefined && known.until > nowSeconds()) return known.configuration;
    const configuration = discover(settings).catch((cause: unknown) => {
      this.#found.delete(settings.name);
      throw new ServiceError(
        'upstream_failed',
        `The identity provider '${settings.name}' cannot be used now. Its metadata could not be read; the log of this server says why.`,
        { cause },
      );
    });
    this.#found.set(settings.name, { configuration, until: nowSeconds() + keptSeconds });
    return configuration;
  }

  #callback({ name }: ProviderSettings): URL {
    return new URL(`${this.#site.url}/auth/sso/${name}/callback`);
  }
}

function isWeb({ protocol }: URL, { issuer }: ProviderSettings): boolean {
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}

const invalid =
  'The answer of the identity provider is not valid, or it is too old. Begin the sign-in again; if it fails again, the log of this server says why.';

/** Returns the person of the claims. Those of the ID token win, and an address never gets the mark of another one. */
function personOf(
  claims: IDToken,
  more: Record<string, unknown>,
  settings: ProviderSettings,
): Omit<Person, 'refreshToken'> {
  const source: Record<string, unknown> = claims.email === undefined ? more : claims;
  const all: Record<string, unknown> = { ...more, ...claims };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isAddress(source.email) ? source.email : undefined,
    // `xms_edov` is how Microsoft's directory says it.
    isEmailVerified: source.email_verified === true || [true, 1, '1'].some((word) => word === source.xms_edov),
    name: nameIn(all.name),
    groups: groupsIn(all, settings),
    session: sessionIn(claims.sid),
  };
}

function groupsIn(claims: Record<string, unknown>, { groups_claim: claim }: ProviderSettings): Person['groups'] {
  return new Set([claims[claim] ?? []].flat().filter((group) => typeof group === 'string'));
}

/**
 * Returns the claims at the provider's user information, where many have the address and the groups; undefined if it has
 * none. The library compares the subject.
 */
async function moreOf(
  configuration: Configuration,
  { access_token: token }: Pick<Tokens, 'access_token'>,
  subject: string,
): Promise<Record<string, unknown> | undefined> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined;
  return client().fetchUserInfo(configuration, token, subject);
}

/** Returns the id of a session, if the provider names one. */
export function sessionIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 1000 ? value : undefined;
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 254 && isEmailAddress(value);
}

/** Returns the name without control characters and characters that change the text direction. */
function nameIn(value: unknown): string | null {
  const plain = typeof value === 'string' ? value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() : '';
  return plain === '' ? null : [...plain].slice(0, 255).join('');
}

function discover(settings: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, clockTolerance, customFetch, discovery, enableNonRepudiationChecks } = client();
  const insecure = settings.issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  return discovery(
    new URL(settings.issuer),
    settings.client_id,
    { [clockTolerance]: clockToleranceSeconds },
    proofOf(settings),
    { [customFetch]: boundedFetch, execute: [enableNonRepudiationChecks, ...insecure] },
  );
}

/** Returns how this server proves to the provider that it is the client. */
function proofOf({ client_secret: secret, client_key: key, client_key_id: id }: ProviderSettings): ClientAuth {
  const { ClientSecretBasic, PrivateKeyJwt } = client();
  if (key === '') return ClientSecretBasic(secret);
  // Where the types of the browser are loaded too, the library's key is of those.
  type Key = Extract<Parameters<typeof PrivateKeyJwt>[0], { key: unknown }>['key'];
  return PrivateKeyJwt({ key: signingKey(key) as Key, ...(id === '' ? {} : { kid: id }) });
}
