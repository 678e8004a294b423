// The test tenant of a contract run: its own organization with a key, a project and a project key for each operation,
// and the fixtures. All of it is created through the API and deleted at the end, and every name begins with the tag.

import { randomBytes } from 'node:crypto';
import type { Elsewhere, OperationCases } from '../document/index.ts';
import { type MissingNeeds, Refused } from './deployment.ts';
import { derivedMaker } from './derived-fixtures.ts';
import { apiMakers, keysPath, made, type Place, projectsPath } from './fixtures.ts';
import { type Filling, fixturesOf } from './requests.ts';
import type { Answer, Ask } from './send.ts';

export interface Account {
  email: string;
  password: string;
}

export interface GroundOptions {
  ask: Ask;
  url: string;
  adminToken: string;
  account: Account | undefined;
  given: ReadonlyMap<string, string>;
  lacks: MissingNeeds;
  /** Aborts all waiting, because the run ends. */
  interrupted: AbortSignal;
}

const settleTimeoutMs = 30_000;
const pollMs = 100;
const pageSize = 100;

/**
 * Values for fixtures that cannot be created. The cases that still run are refused before the server looks the fixture
 * up.
 */
const placeholders: Record<string, string> = {
  email: 'nobody@example.com',
  password: 'kestrel tundra mosaic',
  models: 'no-model',
};

export class TestTenant {
  readonly tag = `contract-run-${randomBytes(4).toString('hex')}`;
  readonly #options: GroundOptions;
  /** The ids of the organizations that exist. */
  readonly organizations = new Set<string>();
  readonly #signIns: string[] = [];
  #own = { organizationId: '', key: '', adminId: '' };
  /** The keys of other tenants, by origin and by kind of caller. */
  #foreignTokens: Promise<Record<Elsewhere, Record<string, string>>> | undefined;

  constructor(options: GroundOptions) {
    this.#options = options;
  }

  /**
   * Sends a request. Records each created organization, even if a case created it, so that it is deleted at the end.
   */
  readonly ask: Ask = async (method, path, options) => {
    const answer = await this.#options.ask(method, path, options);
    const id: unknown = method === 'POST' && answer.status < 300 ? answer.body?.organization?.id : undefined;
    if (path.startsWith('/admin/organization') && typeof id === 'string') this.organizations.add(id);
    return answer;
  };

  /** Creates the organization and its key. Throws Refused if the server refuses. */
  async prepare(): Promise<void> {
    const me = await this.#refusable('GET', '/auth/me', {});
    this.#own = { ...(await this.#organization()), adminId: me.body.id ?? me.body.user?.id };
  }

  /** Returns a credential and fixtures for the operation, in a project of its own. */
  async fillingOf(operation: OperationCases): Promise<Filling> {
    const place = await this.#place(operation);
    const fixtures = new Map<string, string>();
    for (const name of fixturesOf(operation)) fixtures.set(name, await this.#thing(place, operation, name, fixtures));
    const { caller, path } = operation;
    const { account } = this.#options;
    const isOwnAccount = path.startsWith('/auth/') && ['owner', 'refresh_token', 'browser_session'].includes(caller);
    if (isOwnAccount && account !== undefined) return { ...(await this.#signedIn(account, caller)), fixtures };
    const tokens: Record<string, string> = { ...place.tokens, owner: place.tokens.admin };
    if (!operation.cases.some(({ request }) => typeof request.credential === 'string'))
      return { token: tokens[caller], fixtures };
    this.#foreignTokens ??= this.#strangers();
    const { another_organization: organization, another_project: project } = await this.#foreignTokens;
    const foreignTokens = { another_organization: organization[caller], another_project: project[caller] };
    return { token: tokens[caller], foreignTokens, fixtures };
  }

  /** Deletes everything. Returns a text for each resource that could not be deleted. */
  async clear(): Promise<string[]> {
    const left: string[] = [];
    for (const token of this.#signIns) await this.ask('POST', '/auth/logout', { token }).catch(() => undefined);
    for (const id of this.organizations) {
      await this.#remove(id).then(
        () => this.organizations.delete(id),
        (error: unknown) => left.push(`organization ${id}: ${(error as Error).message}`),
      );
    }
    return left;
  }

  async #refusable(method: string, path: string, { body }: { body?: object }): Promise<Answer> {
    const answer = await this.ask(method, path, { token: this.#options.adminToken, body });
    if (answer.status !== 200) throw new Refused(answer.status, answer.text);
    return answer;
  }

  async #organization(): Promise<{ organizationId: string; key: string }> {
    const body = { name: this.tag };
    const created = await this.#refusable('POST', '/admin/organization/', { body });
    const organizationId: string = created.body.organization.id;
    const headers = { 'compat-organization': organizationId };
    const key = await made(this.ask, 'POST', keysPath, { token: this.#options.adminToken, headers, body });
    return { organizationId, key: key.body.value };
  }

  /** Creates keys of another organization and its project, and of another project of this organization. */
  async #strangers(): Promise<Record<Elsewhere, Record<string, string>>> {
    const { key } = await this.#organization();
    const body = { name: this.tag };
    return {
      another_organization: { organization_key: key, project_key: await this.#projectKey(key, body) },
      another_project: { project_key: await this.#projectKey(this.#own.key, body) },
    };
  }

  /** Creates a project. Returns a key of it. */
  async #projectKey(key: string, body: { name: string }): Promise<string> {
    const project = await made(this.ask, 'POST', projectsPath, { token: key, body });
    const path = `${projectsPath}/${project.body.id}/api_keys`;
    return (await made(this.ask, 'POST', path, { token: key, body })).body.value;
  }

  async #place({ operationId }: OperationCases): Promise<Place> {
    const { organizationId, key } = this.#own;
    const projectKey = await this.#projectKey(key, { name: `${this.tag} ${operationId}` });
    return {
      ask: this.ask,
      organizationId,
      tokens: { admin: this.#options.adminToken, organization_key: key, project_key: projectKey },
      tag: this.tag,
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
    if (name === 'users') return this.#person(operation);
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
    const { organizationId, adminId } = this.#own;
    const { account, adminToken } = this.#options;
    if (fixtures.user_id === undefined || method === 'GET') return adminId;
    if (account === undefined) return placeholders.users ?? 'none';
    const { token } = await this.#signedIn(account, 'owner');
    const me = await made(this.ask, 'GET', '/auth/me', { token });
    const accountId: string = me.body.id ?? me.body.user?.id;
    const path = `/admin/organization/${organizationId}`;
    // The account becomes a member by becoming the owner; then the admin becomes the owner again.
    for (const id of [accountId, adminId])
      await made(this.ask, 'POST', path, { token: adminToken, body: { owner_id: id } });
    return accountId;
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

  /** Waits with a timeout, because without a worker the server never finishes. */
  readonly settled = async (token: string, path: string): Promise<void> => {
    const deadline = performance.now() + settleTimeoutMs;
    while (performance.now() < deadline && !this.#options.interrupted.aborted) {
      const { body } = await this.ask('GET', path, { token });
      if (body?.status !== 'in_progress') return;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };

  /** An organization can be deleted only if none of its projects is active. Everything else is deleted with it. */
  async #remove(id: string): Promise<void> {
    const access = { token: this.#options.adminToken, headers: { 'compat-organization': id } };
    for (const project of await this.#projectsOf(id))
      await made(this.ask, 'POST', `${projectsPath}/${project}/archive`, access);
    const { status, text } = await this.ask('DELETE', `/admin/organization/${id}`, { token: access.token });
    if (status !== 200 && status !== 404) throw new Error(`${status} ${text.slice(0, 200)}`);
  }

  async #projectsOf(organizationId: string): Promise<string[]> {
    const access = { token: this.#options.adminToken, headers: { 'compat-organization': organizationId } };
    const found: string[] = [];
    for (let after = ''; ; after = found.at(-1) ?? '') {
      const path = `${projectsPath}?limit=${pageSize}${after === '' ? '' : `&after=${after}`}`;
      const { status, body } = await this.ask('GET', path, access);
      // A case has deleted the organization.
      if (status === 403 || status === 404) return [];
      if (status !== 200) throw new Error(`its projects cannot be listed: ${status}`);
      const page = body as { data: { id: string; status: string }[]; has_more: boolean };
      found.push(...page.data.map((project) => project.id));
      if (!page.has_more || page.data.length === 0) return found;
    }
  }
}
