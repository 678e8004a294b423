// The settings of single sign-on: identity providers that speak OpenID Connect. They come from the environment and the
// file only, so that no admin account can aim the server at an address.

import { clientKey } from './client-key.ts';
import { isMapping, list, setting, type Values } from './config-tree.ts';
import { boolean, integer, oneOf, type Read } from './setting-values.ts';

/** A group of the provider, and the role that its people get. */
export type GroupRole =
  | { group: string; organization: string; role: string; projects: { project: string; role: string }[] }
  | { group: string; admin: true };

const items = {
  name: setting(undefined, name, '', { required: true }).about(
    'The name in addresses (/auth/sso/NAME) and on the button of the panel.',
  ),
  issuer: setting(undefined, issuer, '', { required: true }).about(
    'The address of the provider, exactly as it says itself; https://, or http:// on this machine.',
  ),
  client_id: setting(undefined, text, '', { required: true }).about('The id of this server at the provider.'),
  client_secret: setting(undefined, text, '', { secret: true }).about(
    'The secret of this server at the provider, or else client_key.',
  ),
  client_key: setting(undefined, clientKey, '', { secret: true }).about(
    'The private key by which this server proves itself at the provider in place of a secret (private_key_jwt): a PEM, or the path of its file. RSA, EC or Ed25519.',
  ),
  client_key_id: setting(undefined, text, '').about(
    'The id (kid) by which the provider knows the public key of client_key.',
  ),
  scopes: setting<string[]>(undefined, texts('scopes'), ['openid', 'email', 'profile']).about(
    'What the server asks the provider for. Some providers send groups only with a scope such as groups.',
  ),
  prompt: setting(undefined, text, '').about(
    'What the provider shall ask the person at each sign-in: login, consent or select_account. Some providers need consent for offline_access.',
  ),
  refresh_minutes: setting(undefined, integer(0, 1440), 0).about(
    "How often the server reads the groups of a signed-in person anew by the provider's refresh token; 0: at sign-ins only. Most providers need the scope offline_access.",
  ),
  groups_claim: setting(undefined, text, 'groups').about("The claim that lists a person's groups."),
  create_accounts: setting(undefined, boolean, false).about(
    'Whether people without an account get one. Otherwise an admin has to make it.',
  ),
  email_domains: setting<string[]>(undefined, domains, []).about(
    'The domains of the e-mail addresses that may sign in, each verified by the provider; empty: all.',
  ),
  groups: setting<string[]>(undefined, texts('groups'), []).about(
    'The groups whose people may sign in; empty: all people of the provider.',
  ),
  roles: setting<GroupRole[]>(undefined, roles, []).about(
    'What groups give, set again at each sign-in: {group, organization, role, projects: [{project, role}]} with the id of an organization, and names or ids of roles and projects; or {group, admin: true}. Roles that were given by hand stay.',
  ),
};

export type ProviderSettings = Values<typeof items>;

export const sso = {
  providers: list(
    'SVC_SSO_PROVIDERS',
    items,
    (given) => [
      ...repeated(given.map((provider) => provider.name)).map((twice) => `has two providers named '${twice}'.`),
      ...repeated(given.map((provider) => provider.issuer)).map(
        (twice) => `has two providers with the issuer ${twice}.`,
      ),
      ...given
        .filter(({ client_secret: secret, client_key: key }) => (secret === '') === (key === ''))
        .map((provider) => `must have either a client_secret or a client_key for '${provider.name}'.`),
    ],
    'Identity providers (OpenID Connect) by which people sign in. At the provider, register PUBLIC_URL/auth/sso/NAME/callback as the redirect address.',
  ),
  passwords: setting('SVC_SSO_PASSWORDS', oneOf('all', 'admins', 'none'), 'all').about(
    'Who may sign in with a password: all, admins or none. Everybody else signs in by a provider, and sign-ins that began with their password end when the server starts.',
  ),
} as const;

function repeated(words: string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))];
}

function name(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)) return value;
  throw new Error('must be 1 to 64 letters, digits, hyphens or underscores.');
}

function text(value: unknown): string {
  // Does not show the value, because it may be a secret.
  if (typeof value === 'string' && value !== '' && value.length <= 1000) return value;
  throw new Error('must be a text of 1 to 1000 characters.');
}

/** Parses the issuer. It stays as it is written: the provider's tokens must have the same text. */
function issuer(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const isHere = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
  if (url === null || !isSecure || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('must be an address that begins https://, without a query; http:// only on this machine.');
  return String(value);
}

function texts(kind: string): Read<string[]> {
  return (value) => {
    if (Array.isArray(value) && value.length <= 1000 && value.every((item) => typeof item === 'string' && item !== ''))
      return value as string[];
    throw new Error(`must be a list of ${kind}.`);
  };
}

function domains(value: unknown): string[] {
  const given = texts('domains such as example.com')(value).map((domain) => domain.toLowerCase());
  const wrong = given.find((domain) => !/^[^\s@]+$/.test(domain));
  if (wrong === undefined) return given;
  throw new Error(`must be a list of domains such as example.com; '${wrong}' is none.`);
}

function roles(value: unknown): GroupRole[] {
  if (Array.isArray(value)) return value.map(groupRole);
  throw new Error('must be a list of {group, organization, role, projects} and {group, admin: true}.');
}

function groupRole(value: unknown): GroupRole {
  const { group, organization, role, projects, admin, ...others } = isMapping(value) ? value : {};
  if (isName(group) && isEmpty(others)) {
    const isServer = organization === undefined && role === undefined && projects === undefined;
    if (admin === true && isServer) return { group, admin };
    const given = projects === undefined ? [] : projectRoles(projects);
    // The roles of projects are for members.
    const least = given === undefined || given.length === 0 ? undefined : 'member';
    const wanted = role ?? least;
    if (admin === undefined && isName(organization) && isName(wanted) && given !== undefined)
      return { group, organization, role: wanted, projects: given };
  }
  throw new Error(
    `has an item that is neither {group, organization, role, projects: [{project, role}]} nor {group, admin: true}: ${JSON.stringify(value)}.`,
  );
}

function projectRoles(value: unknown): { project: string; role: string }[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const given = value.map((item) => (isMapping(item) ? item : {}));
  const isValid = given.every(({ project, role, ...others }) => isName(project) && isName(role) && isEmpty(others));
  return isValid ? (given as { project: string; role: string }[]) : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 1000;
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
