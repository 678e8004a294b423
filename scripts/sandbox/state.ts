// The sandbox's prepared organizations, and the reset to them.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { transaction } from '../../models/connection.ts';
import { Rewind } from '../../models/rewind.ts';
import type { Services } from '../../services/index.ts';
import { addAdmin, addTenant, adminOf, firstName, removeTenant, tenantOf } from './tenants.ts';

type Tenant = ReturnType<typeof tenantOf>;

export class State {
  readonly #services: Services;
  readonly #rewind: Rewind;
  /** The number of times that each prepared organization was made. */
  readonly #rounds = new Map<string, number>([[firstName, 0]]);

  private constructor(services: Services, rewind: Rewind) {
    this.#services = services;
    this.#rewind = rewind;
  }

  /** Writes the admin and the first organization, and keeps a copy of the database. */
  static async prepare(services: Services): Promise<State> {
    await addAdmin();
    await transaction((tx) => addTenant(firstName, 0, tx));
    return new State(services, await Rewind.keep(services.config.data_dir));
  }

  get tenants(): Tenant[] {
    return [...this.#rounds.keys()].map(tenantOf);
  }

  /** Returns the prepared organization that the credential is made for, or that it belongs to now. */
  async tenantOf(credential: string): Promise<Tenant | 'admin' | undefined> {
    if (credential === adminOf().user_token) return 'admin';
    const fixed = this.tenants.find(({ user_token, organization_key, project_key }) =>
      [user_token, organization_key, project_key].includes(credential),
    );
    if (fixed !== undefined) return fixed;
    const principal = await Promise.resolve()
      .then(() => this.#services.access.principal(credential, 'sandbox'))
      .catch(() => undefined);
    const organizationId =
      principal?.kind === 'user'
        ? principal.defaultOrganizationId
        : principal !== undefined && 'organizationId' in principal && principal.organizationId;
    return this.tenants.find(({ organization_id }) => organization_id === organizationId);
  }

  /** Makes an organization anew. */
  async prepareTenant(name: string): Promise<Tenant> {
    const round = (this.#rounds.get(name) ?? -1) + 1;
    await this.#writeAll();
    await transaction(async (tx) => {
      await removeTenant(name, tx);
      await addTenant(name, round, tx);
    });
    this.#rounds.set(name, round);
    this.#services.access.forgetAll();
    return tenantOf(name);
  }

  /** Puts all rows, files and settings back. */
  async reset(): Promise<void> {
    const { access, configuration, config, queue } = this.#services;
    await this.#writeAll();
    await this.#rewind.restore();
    access.forgetAll();
    this.#rounds.clear();
    this.#rounds.set(firstName, 0);
    await configuration.refresh();
    queue.kick();
    await rm(join(config.data_dir, 'files'), { recursive: true, force: true });
  }

  close(): void {
    this.#rewind.close();
  }

  /** Writes what the services hold in memory, so that they do not write it after the rows were put back. */
  async #writeAll(): Promise<void> {
    const { limits, usage, storeActivity, lastUsed } = this.#services;
    await limits.forgetAll();
    await usage.flush();
    await storeActivity.flush();
    await lastUsed.flush();
  }
}
