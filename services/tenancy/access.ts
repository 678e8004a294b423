// Resolves credentials to principals, and ids to organizations and projects, through a cache.
//
// A cached credential costs one SHA-256 and no SQL. Entries expire after `freshMs`, so a revocation by another server
// takes effect within that time. A revocation by this server takes effect at once, by `forget…` after the commit. A
// look-up that started before `forget…` must not restore the old state: `#generation` prevents that.
//
// The cache key is the digest of the whole credential. With a prefix, one caller could be taken for another.

import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { onChange, type RowChange } from '../../models/changes.ts';
import { nowSeconds } from '../../models/clock.ts';
import { isId } from '../../models/ids.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { readOne } from '../../models/page.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { ServiceError } from '../platform/index.ts';
import { CredentialThrottle } from './credential-throttle.ts';
import type { LastUsed } from './last-used.ts';
import {
  loadOrganizationKey,
  loadProjectKey,
  loadUser,
  type OrganizationKeyPrincipal,
  type Principal,
  type ProjectKeyPrincipal,
  type UserPrincipal,
} from './principals.ts';
import { credentialKind, digestKey, digestOf } from './tokens.ts';

/** The organization and project of a request, as far as they exist. */
export interface Context {
  organization: OrganizationRow | undefined;
  project: ProjectRow | undefined;
}

type MaybePromise<T> = T | Promise<T>;
type Remembered = UserPrincipal | OrganizationKeyPrincipal | ProjectKeyPrincipal;

export function revoked(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    "The credential is unknown, revoked or malformed. Keys of this server begin with svcproj_ or svcorg_, users' tokens with svcuser_. Check it or create a new one.",
  );
}

export function tokenExpired(): ServiceError {
  return new ServiceError('token_expired', 'The token has expired. Refresh the token or sign in again.');
}

function keyExpired(): ServiceError {
  return new ServiceError('token_expired', 'The key has expired. Create a new key, or set a later expiry.');
}

const freshMs = 3000;
const unknownFreshMs = 1000;
/** The resolution of the cache's clock in milliseconds. A finer one costs more timers. */
const ttlResolution = 100;

export class Access {
  readonly credentialThrottle = new CredentialThrottle();
  readonly #lastUsed: LastUsed;
  readonly #worker: { readonly token: string };
  readonly #principals = new LRUCache<string, Remembered>({ max: 10_000, ttl: freshMs, ttlResolution });
  readonly #unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownFreshMs, ttlResolution });
  readonly #projects = new LRUCache<string, ProjectRow>({ max: 10_000, ttl: freshMs, ttlResolution });
  readonly #organizations = new LRUCache<string, OrganizationRow>({ max: 10_000, ttl: freshMs, ttlResolution });
  readonly #stopWatching = onChange((change) => this.#forget(change));
  #generation = 0;

  /** @param worker holds the token of fine-tuning workers, a live setting; empty means none. */
  constructor(lastUsed: LastUsed, worker: { readonly token: string }) {
    this.#lastUsed = lastUsed;
    this.#worker = worker;
  }

  /**
   * Returns the principal of a credential, synchronously if it is cached. `address` is the client's. Throws
   * `invalid_api_key` or `token_expired`, or `rate_limit_exceeded` after too many unknown credentials from the address.
   */
  principal(credential: string, address: string): MaybePromise<Principal> {
    const key = digestKey(credential);
    const known = this.#principals.get(key);
    if (known !== undefined) return this.#admit(known);
    if (this.#unknown.has(key)) throw revoked();
    if (this.#isWorkerToken(credential)) return { kind: 'worker_token' };
    const kind = credentialKind(credential);
    if (kind === 'refresh') return { kind: 'refresh_token', token: credential };
    if (kind !== 'access' && kind !== 'organization_key' && kind !== 'project_key') throw revoked();
    return this.credentialThrottle.guard(address, credential, () => this.#load(kind, digestOf(credential), key));
  }

  /** Returns the organization and the project, each if it exists. The project may be of any organization. */
  async context(organizationId: string | undefined, projectId: string | undefined): Promise<Context> {
    const [organization, project] = await Promise.all([
      organizationId === undefined ? undefined : this.#organization(organizationId),
      projectId === undefined ? undefined : this.#project(projectId),
    ]);
    return { organization, project };
  }

  /** Empties the cache, for a database whose rows were replaced. */
  forgetAll(): void {
    this.#generation += 1;
    for (const cache of [this.#principals, this.#unknown, this.#projects, this.#organizations]) cache.clear();
    this.credentialThrottle.forgetAll();
  }

  /** Ends the watch for changes. */
  close(): void {
    this.#stopWatching();
  }

  /** Forgets what was read from the changed rows. */
  #forget({ model, where }: RowChange): void {
    this.#generation += 1;
    if (model === 'Project') forgetRows(this.#projects, where.id);
    else if (model === 'Organization') this.#forgetOrganizations(where.id);
    else this.#forgetPrincipals(model, where);
  }

  #forgetPrincipals(model: string, where: RowChange['where']): void {
    // No principal comes from a refresh token.
    if (model === 'LoginToken' && where.kind?.every((kind) => kind === 'refresh') === true) return;
    // A user who is enabled or becomes a member again has keys that were unknown until now; so is an enabled key.
    // Clearing takes time even if the map is empty, and a change may concern 10,000 rows.
    if (model !== 'Login' && model !== 'LoginToken' && this.#unknown.size > 0) this.#unknown.clear();
    const named = Object.entries(attributesOf[model] ?? {}).flatMap(([attribute, own]) => {
      const values = where[attribute];
      return values === undefined ? [] : [{ own, values }];
    });
    for (const [key, principal] of this.#principals.entries()) {
      if (named.every(({ own, values }) => values.includes(String(Reflect.get(principal, own)))))
        this.#principals.delete(key);
    }
  }

  /** Forgets organizations, all if none are given, and everything in them: their rows are deleted with them. */
  #forgetOrganizations(ids: readonly string[] = [...this.#organizations.keys()]): void {
    forgetRows(this.#organizations, ids);
    for (const [id, project] of this.#projects.entries()) {
      if (ids.includes(project.organizationId)) this.#projects.delete(id);
    }
    for (const [key, principal] of this.#principals.entries()) {
      const reached = principal.kind === 'user' ? [...principal.grants.keys()] : [principal.organizationId];
      if (reached.some((id) => ids.includes(id))) this.#principals.delete(key);
    }
  }

  #admit(principal: Remembered): Remembered {
    const { kind, expiresAt } = principal;
    if (expiresAt !== null && expiresAt <= nowSeconds()) throw kind === 'user' ? tokenExpired() : keyExpired();
    if (principal.kind === 'user') return principal;
    const { previousEnd } = principal;
    if (previousEnd !== null && previousEnd <= nowSeconds()) throw revoked();
    this.#lastUsed.touch(previousEnd === null ? principal.kind : `previous ${principal.kind}`, principal.keyId);
    return principal;
  }

  async #load(kind: 'access' | 'organization_key' | 'project_key', digest: Buffer, key: string): Promise<Principal> {
    const generation = this.#generation;
    const principal = (await loaders[kind](digest)) ?? (await previousLoaders[kind]?.(digest));
    if (generation === this.#generation) {
      if (principal === undefined) this.#unknown.set(key, true);
      else this.#principals.set(key, principal);
    }
    if (principal === undefined) throw revoked();
    return this.#admit(principal);
  }

  #organization(id: string): MaybePromise<OrganizationRow | undefined> {
    const known = this.#organizations.get(id);
    if (known !== undefined || !isId('organization', id)) return known;
    return this.#remember(this.#organizations, id, () => readOne(Organization, { id }));
  }

  #project(id: string): MaybePromise<ProjectRow | undefined> {
    const known = this.#projects.get(id);
    if (known !== undefined || !isId('project', id)) return known;
    return this.#remember(this.#projects, id, () => readOne(Project, { id }));
  }

  async #remember<Row extends object>(
    memory: LRUCache<string, Row>,
    id: string,
    load: () => Promise<Row | undefined>,
  ): Promise<Row | undefined> {
    const generation = this.#generation;
    const row = await load();
    if (row !== undefined && generation === this.#generation) memory.set(id, row);
    return row;
  }

  #isWorkerToken(credential: string): boolean {
    const { token } = this.#worker;
    return token !== '' && timingSafeEqual(digestOf(credential), digestOf(token));
  }
}

/** The attributes of principals that the attributes of the rows they come from name. */
const attributesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  User: { id: 'userId' },
  Membership: { userId: 'userId' },
  GroupMember: { userId: 'userId' },
  AdminApiKey: { id: 'keyId', userId: 'userId' },
  ProjectApiKey: { id: 'keyId', userId: 'userId' },
  ServiceAccount: { id: 'serviceAccountId' },
  Login: { id: 'loginId', userId: 'userId' },
  LoginToken: { loginId: 'loginId' },
};

/** Forgets the rows with the ids; all rows if no ids are given. */
function forgetRows<Row extends object>(
  memory: LRUCache<string, Row>,
  ids: readonly string[] = [...memory.keys()],
): void {
  for (const id of ids) memory.delete(id);
}

const previousLoaders: Partial<Record<keyof typeof loaders, (digest: Buffer) => Promise<Remembered | undefined>>> = {
  organization_key: (digest) => loadOrganizationKey(digest, 'previous_digest'),
  project_key: (digest) => loadProjectKey(digest, 'previous_digest'),
};

const loaders = { access: loadUser, organization_key: loadOrganizationKey, project_key: loadProjectKey };
