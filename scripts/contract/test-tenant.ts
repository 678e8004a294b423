// The tenant of a contract run and its fixtures, created through the API and deleted at the end. Every name begins with
// the tag of the run.
//
// With an admin's token, the tenant is an organization of its own, with a project for each operation. With an
// organization key, it is one project of that organization; with a project key, it is that project.

import type { Elsewhere, OperationCases } from '../document/index.ts';
import type { Ledger } from './cleaning/ledger.ts';
import { type CredentialNeed, type Credentials, Missing } from './credentials.ts';
import { type MissingNeeds, Refused } from './deployment.ts';
import { derivedMaker } from './derived-fixtures.ts';
import {
  addressOf,
  apiMakers,
  isOfWholeOrganization,
  keysPath,
  made,
  type Place,
  projectsPath,
  setUpOrganization,
  takenIn,
} from './fixtures.ts';
import { pause } from './limits.ts';
import { type Filling, fixturesOf } from './requests.ts';
import type { Answer, Ask, RequestOptions } from './send.ts';

export interface Account {
  email: string;
  password: string;
}

export interface TenantOptions {
  ask: Ask;
  url: string;
  credentials: Credentials;
  account: Account | undefined;
  given: ReadonlyMap<string, string>;
  lacks: MissingNeeds;
  tag: string;
  ledger: Ledger;
  /** The time limit of a request, and of the work that a request starts. */
  requestTimeoutMs: number;
  /** Aborts all waiting, because the run ends. */
  ended: AbortSignal;
}

interface Own {
  organizationId: string;
  /** An organization key. */
  key?: string | undefined;
  /** The only project, unless each operation has its own. */
  projectKey?: string;
  adminId?: string;
}

const pollMs = 100;

/**
 * Values for fixtures that cannot be created. The cases that still run are refused before the server looks the fixture
 * up.
 */
const placeholders: Record<string, string> = {
  email: 'nobody@example.com',
  password: 'kestrel tundra mosaic',
  models: 'no-model',
  responses: 'resp_none',
};

/** Fixtures that only an admin creates. */
const ofAdmins = new Set(['organization', 'invitations', 'invites', 'members', 'member_addresses', 'users']);

export class TestTenant {
  readonly #options: TenantOptions;
  readonly #signIns: string[] = [];
  #own: Own = { organizationId: '' };
  /** The keys of other tenants, by origin and by kind of caller. */
  readonly #foreign: Partial<Record<Elsewhere, Promise<Record<string, string | undefined>>>> = {};
  /** The time for one wait. A server that does not finish its work is not given the same time again. */
  #patienceMs: number;

  constructor(options: TenantOptions) {
    this.#options = options;
    this.#patienceMs = options.requestTimeoutMs;
  }

  /** Sends a request. Records what it creates. */
  readonly ask: Ask = async (method, path, options = {}) => {
    const answer = await this.#options.ask(method, path, options);
    this.#options.ledger.record(method, path, options, answer);
    return answer;
  };

  /** Sends the request of a case, which may give a resource any name. */
  readonly askCase: Ask = async (method, path, options = {}) => {
    const { ask, ledger } = this.#options;
    const answer = await ask(method, path, options);
    // Renames the resource of this request only: rules that run at the same time expect the names that they gave.
    await ledger.mark(ask, ledger.record(method, path, options, answer));
    return answer;
  };

  /** Renames the created resources whose names do not begin with the tag of the run. */
  mark(): Promise<void> {
    return this.#options.ledger.mark(this.#options.ask);
  }

  /** Creates the tenant. Throws Refused if the server refuses the credential. */
  async prepare(): Promise<void> {
    const { adminToken, organizationKey, projectKey, otherProjectKey } = this.#options.credentials;
    if (adminToken !== undefined) {
      const { body } = await this.#refusable('GET', '/auth/me', { token: adminToken });
      const { account } = this.#options;
      if (account !== undefined && (await this.#idOf(account)) === body.id)
        throw new Error('--account must be another person than the admin, because it is removed from an organization');
      this.#own = { ...(await this.#organization(adminToken)), adminId: body.id };
    } else if (organizationKey !== undefined) {
      const project = await this.#refusable('POST', projectsPath, { token: organizationKey, body: this.#named() });
      const key = await this.#keyOf(project.body?.id, organizationKey, this.#named());
      this.#own = { organizationId: project.body.organization_id, key: organizationKey, projectKey: key };
    } else {
      for (const token of [projectKey, otherProjectKey])
        if (token !== undefined) await this.#refusable('GET', '/v1/files', { token, query: { limit: 1 } });
      this.#own = { organizationId: '', projectKey: projectKey ?? '' };
    }
  }

  /** Returns why requests with the operation's own credential cannot be sent; undefined if they can. */
  lackOf(
    { caller, path, ...operation }: OperationCases,
    { credential }: { credential?: null | Elsewhere } = {},
  ): CredentialNeed | undefined {
    const { adminToken, organizationKey, projectKey, otherProjectKey } = this.#options.credentials;
    if (adminToken !== undefined || credential === null || caller === 'anyone') return undefined;
    const isOwnAccount = this.#options.account !== undefined && path.startsWith('/auth/');
    if (!['organization_key', 'project_key'].includes(caller)) return isOwnAccount ? undefined : 'an admin';
    if (isOfWholeOrganization({ path })) return 'an admin';
    const isReadOnly = operation.method === 'GET' && caller === 'organization_key';
    const needed = [...fixturesOf(operation)].filter((name) => !this.#options.given.has(name));
    if (needed.some((name) => ofAdmins.has(name) && !(name === 'users' && isReadOnly))) return 'an admin';
    if (credential === 'another_organization') return 'an admin';
    if (organizationKey !== undefined) return undefined;
    if (caller === 'organization_key') return 'an organization key';
    if (projectKey === undefined) return 'a project key';
    return credential === 'another_project' && otherProjectKey === undefined ? "another project's key" : undefined;
  }

  /**
   * Returns true if nobody else changes what a GET at the operation's path shows: it is inside of a resource that the
   * run has created.
   */
  isOwnState(operation: OperationCases): boolean {
    const { adminToken, organizationKey } = this.#options.credentials;
    const things = Object.values(operation.fixtures);
    const isShared = (name: string): boolean =>
      ['users', 'own_organization'].includes(name) || this.#options.given.has(name);
    if (things.length > 0) return !things.some(isShared);
    if (operation.caller === 'organization_key') return adminToken !== undefined;
    return operation.caller === 'project_key' && (adminToken ?? organizationKey) !== undefined;
  }

  /** Returns a credential and fixtures for the operation, in a project of its own if there is an admin. */
  async fillingOf(operation: OperationCases): Promise<Filling> {
    const { caller, path } = operation;
    const fixtures = new Map<string, string>();
    if (this.lackOf(operation) !== undefined) {
      for (const name of fixturesOf(operation)) fixtures.set(name, placeholders[name] ?? 'none');
      return { token: undefined, fixtures };
    }
    const place = await this.#place(operation);
    await setUpOrganization(place, operation);
    fixtures.set('own_organization', place.organizationId);
    for (const name of fixturesOf(operation)) fixtures.set(name, await this.#thing(place, operation, name, fixtures));
    const { account, tag } = this.#options;
    const isOwnAccount = path.startsWith('/auth/') && ['owner', 'refresh_token', 'browser_session'].includes(caller);
    if (isOwnAccount && account !== undefined) return { ...(await this.#signedIn(account, caller)), fixtures };
    const fileName = `${tag}.txt`;
    const token = tokenOf(place, caller);
    const foreignTokens: Filling['foreignTokens'] = {};
    for (const { request } of operation.cases) {
      const { credential } = request;
      if (typeof credential === 'string' && this.lackOf(operation, request) === undefined)
        foreignTokens[credential] ??= (await this.#stranger(credential))[caller];
    }
    return { token, foreignTokens, fixtures, fileName };
  }

  async signOut(ask: Ask): Promise<void> {
    for (const token of this.#signIns) await ask('POST', '/auth/logout', { token }).catch(() => undefined);
  }

  /**
   * Waits until the server has finished processing the resource at the path. Throws if that takes longer than a request
   * may, because without a worker the server never finishes.
   */
  readonly settled = async (token: string, path: string): Promise<void> => {
    const began = performance.now();
    for (;;) {
      const { body } = await this.ask('GET', path, { token });
      if (body?.status !== 'in_progress') return;
      if (performance.now() - began >= this.#patienceMs || this.#options.ended.aborted) break;
      await pause(pollMs, this.#options.ended);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    this.#patienceMs = 0;
    throw new Error(`${path} is still in_progress after ${seconds} s: the server does not finish its work`);
  };

  async #refusable(method: string, path: string, options: RequestOptions): Promise<Answer> {
    const answer = await this.ask(method, path, options);
    if (answer.status !== 200)
      throw new Refused(answer.status, answer.text, options.token !== this.#options.credentials.adminToken);
    return answer;
  }

  #named(suffix = ''): { name: string } {
    return { name: this.#options.tag + suffix };
  }

  async #organization(adminToken: string): Promise<{ organizationId: string; key: string }> {
    const body = this.#named();
    const created = await this.#refusable('POST', '/admin/organization/', { token: adminToken, body });
    const organizationId: string = created.body?.organization?.id;
    const headers = { 'compat-organization': organizationId };
    const key = await made(this.ask, 'POST', keysPath, { token: adminToken, headers, body });
    return { organizationId, key: key.body.value };
  }

  /** Returns keys of another tenant, by kind of caller. Creates the tenant unless its key is given. */
  #stranger(from: Elsewhere): Promise<Record<string, string | undefined>> {
    const create = async (): Promise<Record<string, string | undefined>> => {
      const { adminToken, otherProjectKey } = this.#options.credentials;
      if (from === 'another_organization' && adminToken !== undefined) {
        const { key } = await this.#organization(adminToken);
        return { organization_key: key, project_key: await this.#projectKey(key, this.#named()) };
      }
      const { key } = this.#own;
      return { project_key: key === undefined ? otherProjectKey : await this.#projectKey(key, this.#named()) };
    };
    this.#foreign[from] ??= create();
    return this.#foreign[from];
  }

  /** Creates a project. Returns a key of it. */
  async #projectKey(key: string, body: { name: string }): Promise<string> {
    const project = await made(this.ask, 'POST', projectsPath, { token: key, body });
    return this.#keyOf(project.body.id, key, body);
  }

  async #keyOf(projectId: string, organizationKey: string, body: { name: string }): Promise<string> {
    const path = `${projectsPath}/${projectId}/api_keys`;
    return (await made(this.ask, 'POST', path, { token: organizationKey, body })).body.value;
  }

  async #place({ operationId, path }: OperationCases): Promise<Place> {
    const { adminToken } = this.#options.credentials;
    const isApart = adminToken !== undefined && isOfWholeOrganization({ path });
    const { organizationId, key, projectKey }: Own = isApart ? await this.#organization(adminToken) : this.#own;
    return {
      ask: this.ask,
      organizationId,
      tokens: tokensFrom({
        admin: adminToken,
        organization_key: key,
        project_key: projectKey ?? (await this.#projectKey(key ?? '', this.#named(` ${operationId}`))),
      }),
      tag: this.#options.tag,
      settled: this.settled,
    };
  }

  async #thing(
    place: Place,
    operation: OperationCases,
    name: string,
    within: ReadonlyMap<string, string>,
  ): Promise<string> {
    const { given, account, lacks } = this.#options;
    const chosen = given.get(name);
    if (chosen !== undefined) return chosen;
    if (name === 'members') return this.#person(operation);
    if (name === 'member_addresses') return addressOf(place, await this.#person(operation));
    if (name === 'users') {
      const person = await this.#person(operation);
      return person === 'none' ? person : takenIn(place, person, within);
    }
    if (name === 'sessions' && account !== undefined) return this.#session(account);
    if (account !== undefined && (name === 'email' || name === 'password')) return account[name];
    const maker = apiMakers[name] ?? (name in placeholders ? undefined : derivedMaker(name));
    if (maker === undefined || (name === 'responses' && lacks.of.has('model'))) return placeholders[name] ?? 'none';
    return maker(place, given.size === 0 ? within : new Map([...given, ...within]));
  }

  /**
   * Returns the user for an operation on a member. If the operation changes the member, this is the given account, as a
   * member beside the admin.
   */
  async #person({ fixtures, method }: OperationCases): Promise<string> {
    const { organizationId, adminId, key } = this.#own;
    const { account, credentials } = this.#options;
    const { adminToken } = credentials;
    if (adminToken === undefined) {
      const { body } = await made(this.ask, 'GET', '/v1/organization/users', { token: key });
      return body.data[0]?.id;
    }
    if (fixtures.user_id === undefined || method === 'GET') return adminId ?? 'none';
    if (account === undefined) return 'none';
    const accountId = await this.#idOf(account);
    const path = `/admin/organization/${organizationId}`;
    // The account becomes a member by becoming the owner; then the admin becomes the owner again.
    for (const id of [accountId, adminId])
      await made(this.ask, 'POST', path, { token: adminToken, body: { owner_id: id } });
    return accountId;
  }

  async #idOf(account: Account): Promise<string> {
    const { token } = await this.#signedIn(account, 'owner');
    return (await made(this.ask, 'GET', '/auth/me', { token })).body.id;
  }

  /** Returns another session of the account than those that requests use. */
  async #session(account: Account): Promise<string> {
    const { token } = await this.#signedIn(account, 'owner');
    const { body } = await made(this.ask, 'GET', '/auth/me/sessions', { token });
    return body.data.find((session: { is_current: boolean }) => session.is_current).id;
  }

  async #signedIn(account: Account, caller: string): Promise<Omit<Filling, 'fixtures'>> {
    if (caller === 'browser_session') {
      const session = await made(this.ask, 'POST', '/auth/session', { body: account });
      const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';');
      return { token: undefined, headers: { cookie, origin: this.#options.lacks.publicUrl ?? this.#options.url } };
    }
    const { body } = await made(this.ask, 'POST', '/auth/login', { body: account });
    this.#signIns.push(body.access_token);
    return { token: caller === 'refresh_token' ? body.refresh_token : body.access_token };
  }
}

/** Returns an object whose members are the tokens. Reading a missing token throws Missing. */
export function tokensFrom({
  admin,
  organization_key,
  project_key,
}: Record<keyof Place['tokens'], string | undefined>): Place['tokens'] {
  const given = (token: string | undefined, need: CredentialNeed): string => {
    if (token === undefined) throw new Missing(need);
    return token;
  };
  return {
    get admin() {
      return given(admin, 'an admin');
    },
    get organization_key() {
      return given(organization_key, 'an organization key');
    },
    get project_key() {
      return given(project_key, 'a project key');
    },
  };
}

/** Returns the credential that calls an operation; undefined if anyone may call it. */
export function tokenOf({ tokens }: Place, caller: string): string | undefined {
  if (caller === 'owner' || caller === 'admin') return tokens.admin;
  return caller === 'organization_key' || caller === 'project_key' ? tokens[caller] : undefined;
}
