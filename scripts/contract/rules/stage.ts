// The tenants in which rules are tried: an organization with two projects, another organization, and their users.

import { randomBytes } from 'node:crypto';
import type { ContractCase, OperationCases } from '../../document/index.ts';
import { type CredentialNeed, type Credentials, Missing } from '../credentials.ts';
import { derivedMaker } from '../derived-fixtures.ts';
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
} from '../fixtures.ts';
import type { Hook, Receiver } from '../receiver.ts';
import { fixturesOf, runTag } from '../requests.ts';
import type { Ask } from '../send.ts';
import { tokenOf, tokensFrom } from '../test-tenant.ts';

export interface StageProject {
  id: string;
  key: string;
  keyId: string;
}

export interface StageTenant {
  organizationId: string;
  key: string;
  keyId: string;
  project: StageProject;
  sibling: StageProject;
}

export interface StageUser {
  id: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
}

export interface StageUsers {
  owner: StageUser;
  member: StageUser;
  outsider: StageUser;
  foreignOwner: StageUser;
}

export interface StageOptions {
  ask: Ask;
  credentials: Credentials;
  /** The prefix of all names. */
  tag: string;
  /** Whether users may be created. No operation deletes them; they are disabled at the end. */
  mayCreateUsers: boolean;
  /** True if fine-tuning workers may be registered. No operation deletes them. */
  mayRegisterWorkers: boolean;
  /** Fixtures that the run cannot create, by name. */
  given: ReadonlyMap<string, string>;
  settled: Place['settled'];
  /** Receives webhooks; undefined if the server cannot reach this machine. */
  receiver: Receiver | undefined;
  lackOf(operation: OperationCases): CredentialNeed | undefined;
  /** Returns the first need of a case that the deployment does not meet. */
  needOf(one: ContractCase): string | undefined;
}

/** A project with fixtures in it, and credentials of every kind. */
export interface Scene {
  place: Place;
  /** Undefined if only the project's key is given. */
  projectId: string | undefined;
  fixtures: Map<string, string>;
  /** Returns the credential that the cases of the operation are sent with. */
  tokenOf(operation: Pick<OperationCases, 'caller'>): string | undefined;
}

export class Stage {
  readonly tag: string;
  readonly ask: Ask;
  readonly #options: StageOptions;
  /** The number of fillings. */
  #filled = 0;
  #own: Promise<StageTenant> | undefined;
  #foreign: Promise<StageTenant> | undefined;
  #users: Promise<StageUsers> | undefined;

  constructor(options: StageOptions) {
    this.#options = options;
    this.ask = options.ask;
    this.tag = options.tag;
  }

  /** Throws Missing if no admin's token is given; the rule is then skipped. */
  get adminToken(): string {
    const { adminToken } = this.#options.credentials;
    if (adminToken === undefined) throw new Missing('an admin');
    return adminToken;
  }

  /** True if two fillings, one after the other, have the keys of two projects. */
  get hasTwoProjects(): boolean {
    const { adminToken, organizationKey, otherProjectKey } = this.#options.credentials;
    return (adminToken ?? organizationKey ?? otherProjectKey) !== undefined;
  }

  /** True if a second organization can be created. */
  get hasTwoOrganizations(): boolean {
    return this.#options.credentials.adminToken !== undefined;
  }

  /** Returns the organization in which most rules are tried. Throws Missing if only keys of projects are given. */
  own(): Promise<StageTenant> {
    const { adminToken, organizationKey } = this.#options.credentials;
    if (adminToken === undefined && organizationKey === undefined) throw new Missing('an organization key');
    this.#own ??= adminToken === undefined ? this.#within(organizationKey as string) : this.tenant();
    return this.#own;
  }

  /** Returns another organization, whose resources the first one must not see. */
  foreign(): Promise<StageTenant> {
    this.#foreign ??= this.tenant();
    return this.#foreign;
  }

  get mayCreateUsers(): boolean {
    return this.#options.mayCreateUsers;
  }

  get mayRegisterWorkers(): boolean {
    return this.#options.mayRegisterWorkers;
  }

  get receiver(): Receiver | undefined {
    return this.#options.receiver;
  }

  /** Returns a URL for a webhook, at which the run sees what arrives. */
  hook(): Hook {
    if (this.receiver === undefined) throw new Error('the run has no receiver of webhooks');
    return this.receiver.hook();
  }

  /** Returns users with roles in the two organizations, or undefined if none may be created. */
  async users(): Promise<StageUsers | undefined> {
    if (!this.#options.mayCreateUsers) return undefined;
    this.#users ??= this.#createUsers();
    return this.#users;
  }

  /** Creates an organization with a key and two projects. */
  async tenant(): Promise<StageTenant> {
    const { ask, adminToken, tag } = this;
    const body = { name: tag };
    const created = await made(ask, 'POST', '/admin/organization/', { token: adminToken, body });
    const organizationId: string = created.body.organization.id;
    const headers = { 'compat-organization': organizationId };
    const { body: key } = await made(ask, 'POST', keysPath, { token: adminToken, headers, body });
    const project = await this.project(key.value);
    return { organizationId, key: key.value, keyId: key.id, project, sibling: await this.project(key.value) };
  }

  /** Creates a key and two projects in the organization of the given key. */
  async #within(organizationKey: string): Promise<StageTenant> {
    const options = { token: organizationKey, body: { name: this.tag } };
    const { body: key } = await made(this.ask, 'POST', keysPath, options);
    const project = await this.project(key.value);
    const { body } = await made(this.ask, 'GET', `${projectsPath}/${project.id}`, { token: key.value });
    const sibling = await this.project(key.value);
    return { organizationId: body.organization_id, key: key.value, keyId: key.id, project, sibling };
  }

  async project(organizationKey: string, members: object = {}): Promise<StageProject> {
    const name = `${this.tag} ${randomBytes(3).toString('hex')}`;
    const options = { token: organizationKey, body: { name, ...members } };
    const { body: project } = await made(this.ask, 'POST', projectsPath, options);
    const path = `${projectsPath}/${project.id}/api_keys`;
    const { body: key } = await made(this.ask, 'POST', path, { token: organizationKey, body: { name } });
    return { id: project.id, key: key.value, keyId: key.id };
  }

  /** Creates a project with a key. Throws Missing without an admin, because no other may delete its organization. */
  async newProject(members: object = {}): Promise<StageProject> {
    if (this.adminToken === '') throw new Missing('an admin');
    return this.project((await this.own()).key, members);
  }

  /** Returns the first need of a case that the deployment does not meet. */
  needOf(one: ContractCase | undefined): string | undefined {
    return one === undefined ? undefined : this.#options.needOf(one);
  }

  /**
   * Returns new fixtures for the operations, but for those in `without`, in a new project. Without an admin, the project
   * is one of two in turn, because no operation deletes projects, or the given one. `tenant`: the organization to use.
   */
  async scene(
    operations: OperationCases[],
    without: ReadonlySet<string> = new Set(),
    tenant?: StageTenant,
  ): Promise<Scene> {
    for (const operation of operations) {
      const lack = this.#options.lackOf(operation);
      if (lack !== undefined) throw new Missing(lack);
    }
    const { ask, tag } = this;
    const own = tenant ?? (operations.some(isOfWholeOrganization) ? await this.tenant() : undefined);
    const { tokens, organizationId, projectId } = await this.#tokens(own);
    const place: Place = { ask, organizationId, tokens, tag, settled: this.#options.settled };
    for (const operation of operations) await setUpOrganization(place, operation);
    const fixtures = new Map<string, string>([
      [runTag, tag],
      ['own_organization', organizationId],
    ]);
    const named = new Set(operations.flatMap((operation) => [...fixturesOf(operation)]));
    for (const name of named) if (!without.has(name)) fixtures.set(name, await this.#fixture(place, name, fixtures));
    return { place, projectId, fixtures, tokenOf: ({ caller }) => tokenOf(place, caller) };
  }

  async #tokens(
    tenant?: StageTenant,
  ): Promise<Pick<Place, 'tokens' | 'organizationId'> & { projectId: string | undefined }> {
    const { adminToken: admin, organizationKey, projectKey, otherProjectKey } = this.#options.credentials;
    this.#filled += 1;
    const isOdd = this.#filled % 2 === 1;
    if (admin === undefined && organizationKey === undefined) {
      const project_key = isOdd ? projectKey : (otherProjectKey ?? projectKey);
      const tokens = tokensFrom({ admin, organization_key: undefined, project_key });
      return { organizationId: '', tokens, projectId: undefined };
    }
    const { key, organizationId, project, sibling } = tenant ?? (await this.own());
    const { key: project_key, id } = admin !== undefined ? await this.project(key) : isOdd ? project : sibling;
    return { organizationId, tokens: tokensFrom({ admin, organization_key: key, project_key }), projectId: id };
  }

  /** Creates a user who is a member of the organization. Returns the id. */
  async member(organizationId: string): Promise<string> {
    const { id } = await this.#newUser();
    await this.join(organizationId, id, 'member');
    return id;
  }

  /** Creates a user who can sign in, and signs in. */
  async user(): Promise<StageUser> {
    const { ask } = this;
    const password = `kestrel ${randomBytes(8).toString('hex')}`;
    const { id, email, linkToken: token } = await this.#newUser();
    await made(ask, 'POST', '/v1/reset_password/confirm', { body: { token, password } });
    const { body } = await made(ask, 'POST', '/auth/login', { body: { email, password } });
    return { id, email, password, token: body.access_token, refreshToken: body.refresh_token };
  }

  async #newUser(): Promise<{ id: string; email: string; linkToken: string | undefined }> {
    if (!this.#options.mayCreateUsers) throw new Missing('users');
    const email = `${this.tag}-${randomBytes(4).toString('hex')}@example.com`;
    const options = { token: this.adminToken, body: { email } };
    const { body: user } = await made(this.ask, 'POST', '/admin/users', options);
    return { id: user.id, email, linkToken: String(user.password_link?.url).split('token=')[1] };
  }

  /** Makes the user an owner or a member of the organization. The admin stays its accountable owner. */
  async join(organizationId: string, userId: string, role: 'owner' | 'member'): Promise<void> {
    const { ask, adminToken: token } = this;
    const me = await made(ask, 'GET', '/auth/me', { token });
    const path = `/admin/organization/${organizationId}`;
    // A user becomes a member by becoming the accountable owner.
    for (const id of [userId, me.body.id]) await made(ask, 'POST', path, { token, body: { owner_id: id } });
    const headers = { 'compat-organization': organizationId };
    await made(ask, 'POST', `/v1/organization/users/${userId}`, { token, headers, body: { role } });
  }

  async #createUsers(): Promise<StageUsers> {
    const [owner, member, outsider, foreignOwner] = [
      await this.user(),
      await this.user(),
      await this.user(),
      await this.user(),
    ];
    const [own, foreign] = [await this.own(), await this.foreign()];
    await this.join(own.organizationId, owner.id, 'owner');
    await this.join(own.organizationId, member.id, 'member');
    await this.join(foreign.organizationId, foreignOwner.id, 'owner');
    return { owner, member, outsider, foreignOwner };
  }

  /** Creates a fixture over the API. Throws if no operation creates one. */
  async #fixture(place: Place, name: string, within: ReadonlyMap<string, string>): Promise<string> {
    const given = this.#options.given.get(name);
    if (given !== undefined) return given;
    if (name === 'members') return this.member(place.organizationId);
    if (name === 'member_addresses') return addressOf(place, await this.member(place.organizationId));
    if (name === 'users') return takenIn(place, await this.member(place.organizationId), within);
    const maker = apiMakers[name] ?? derivedMaker(name);
    if (maker === undefined) throw new Error(`no operation creates one of '${name}'`);
    return maker(place, within);
  }
}
