// The configuration while the server runs: shown with its secrets masked, revealed one secret at a time, and changed where
// a setting may change.
//
// A changed setting is stored in the database, sealed where it is a secret or a list, and every server looks for changes
// every two seconds. It stands above the file and below the environment: who runs a server has the last word about it, so a
// setting that the environment gives is not changed here. The object that all services read is changed in place; whoever has
// made something of a list is told that there is another one.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { StoredSetting, type StoredSettingRow } from '../../models/stored-setting.ts';
import { hideSecrets, type Log, ServiceError, ValidationError, type ValidationIssue } from '../platform/index.ts';
import { type Config, secretsOf, settings, sourcesOf } from './config.ts';
import { isList, isSetting, readItems, type SettingList, type Source, type Tree } from './config-tree.ts';
import { type Change, changesIn, issueOf, type LiveNode, masked, maskedItems, shown } from './configuration-changes.ts';
import type { SealedPlace, Secrets } from './secrets.ts';

const pollMs = 2000;

/** Where a setting's value comes from. */
export interface Provenance {
  path: string;
  source: Source;
  env: string | null;
  secret: boolean;
  live: boolean;
  about: string;
  updated_at: number | null;
  updated_by: string | null;
}

/** What may not be said of an item while the server runs, though the file may say it. */
export interface Refusal {
  /** From the list on. */
  path: string[];
  /** Completes "<setting> ". */
  text: string;
}

/** Who has made something of a list of the configuration. */
export interface ListOwner {
  /** What it would not take over from a change. */
  refusals(items: readonly unknown[]): Promise<Refusal[]>;
  replace(items: readonly unknown[]): void;
}

export interface ConfigurationParts {
  config: Config;
  secrets: Secrets;
  log: Log;
  /** Writes an entry of the audit log, in the transaction if there is one. */
  audit(
    event: { type: string; targetId?: string; details?: Record<string, unknown> },
    inside: Transaction | null,
  ): Promise<void>;
}

export class Configuration {
  readonly #config: Config;
  readonly #secrets: Secrets;
  readonly #log: Log;
  /** What the settings that may change are without the database, by path. */
  readonly #audit: ConfigurationParts['audit'];
  readonly #base: ReadonlyMap<string, unknown>;
  readonly #hidden: Set<string>;
  readonly #owners: Readonly<Record<string, ListOwner>>;
  /** What the stored texts mean, by path. */
  readonly #read = new Map<string, { text: string; value: unknown }>();
  #rows: readonly StoredSettingRow[] = [];
  /** How often it was begun to read what is stored, and which of these readings counts. */
  #readings = 0;
  #counting = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param owners of the lists that may change, by path. */
  constructor({ config, secrets, log, audit }: ConfigurationParts, owners: { upstreams: ListOwner }) {
    this.#audit = audit;
    this.#config = config;
    this.#owners = owners;
    this.#secrets = secrets;
    this.#log = log;
    this.#base = new Map(live.map(({ path }) => [path, at(config, path)]));
    this.#hidden = new Set(secretsOf(config));
  }

  /** Reads what is stored, and goes on looking for changes. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Every value, nested as in the file, as it is now on every server: who changes a list sends all of it, and must not lose
   * what another one has just been told. A secret is the mask where it is set, and null where it is not.
   */
  async view(): Promise<Record<string, unknown>> {
    await this.refresh();
    return masked(settings, this.#config as unknown as Tree);
  }

  /** A secret's value, once it is written down who saw it. Throws `not_found` for any path that is no secret. */
  async reveal(path: string): Promise<string> {
    const value = new Map(secretPaths(settings, this.#config as unknown as Tree, [])).get(path);
    // One answer for all: it must not tell which paths there are.
    if (value === undefined) throw new ServiceError('not_found', 'No secret setting has this path.');
    await this.#audit({ type: 'config.revealed', targetId: path }, null);
    return value;
  }

  /** Where every value comes from, as it is now. */
  async provenance(): Promise<Provenance[]> {
    await this.refresh();
    const sources = sourcesOf(this.#config);
    const rows = new Map(this.#rows.map((row) => [row.path, row]));
    return leavesOf(settings, []).map(({ path, node }) => {
      const row = this.#isFixed(path) ? undefined : rows.get(path);
      return {
        path,
        source: row === undefined ? (sources.get(path) ?? 'default') : 'stored',
        env: node.env ?? null,
        secret: isSetting(node) && node.secret,
        live: node.live,
        about: node.about,
        updated_at: row === undefined ? null : Number(row.updatedAt),
        updated_by: row?.updatedBy ?? null,
      };
    });
  }

  /**
   * Changes settings, nested as in the file; null brings back what the file or the default says. All of them or none.
   * Throws a ValidationError for what is no setting, cannot change now or has no such value, and `setting_is_fixed` for
   * what the environment gives.
   */
  async change(patch: Record<string, unknown>, userId: string): Promise<void> {
    // What another server has changed meanwhile counts: a mask stands for the secret that there is now.
    await this.refresh();
    const issues: ValidationIssue[] = [];
    const changes = changesIn(patch, this.#config as unknown as Tree, issues);
    if (issues.length > 0) throw new ValidationError(issues);
    const fixed = changes.filter(({ path }) => this.#isFixed(path)).map(({ path }) => path);
    if (fixed.length > 0) {
      throw new ServiceError(
        'setting_is_fixed',
        `Environment variables of this server set ${fixed.join(', ')}. Change them there and restart the server.`,
      );
    }
    const refusals = await this.#refusals(changes);
    if (refusals.length > 0) throw new ValidationError(refusals);
    await transaction(async (inside) => {
      for (const change of changes) await this.#store(change, userId, inside);
      const details = Object.fromEntries(changes.map((change) => [change.path, forTheLog(change)]));
      await this.#audit({ type: 'config.updated', details }, inside);
    });
    await this.refresh();
  }

  /** Takes over what is stored. Of two readings that overlap, the one that was begun later counts: the other may be older. */
  async refresh(): Promise<void> {
    this.#readings += 1;
    const reading = this.#readings;
    const stored = await StoredSetting.findAll();
    if (reading < this.#counting) return;
    this.#counting = reading;
    this.#rows = stored;
    const rows = new Map(this.#rows.map((row) => [row.path, row]));
    for (const { path, node } of live) {
      if (this.#isFixed(path)) continue;
      const row = rows.get(path);
      const value = row === undefined ? this.#base.get(path) : this.#valueOf(row, node);
      if (value === at(this.#config, path)) continue;
      put(this.#config, path, value);
      this.#owners[path]?.replace(value as unknown[]);
    }
    this.#log.level = this.#config.log.level;
    for (const secret of secretsOf(this.#config)) this.#hidden.add(secret);
    hideSecrets([...this.#hidden]);
  }

  async #poll(): Promise<void> {
    await this.refresh().catch((error: unknown) =>
      this.#log.warn({ err: error }, 'could not look for changed settings'),
    );
  }

  async #refusals(changes: readonly Change[]): Promise<ValidationIssue[]> {
    const found = changes.map(async ({ path, value }) => {
      const refusals = value === null ? [] : await this.#owners[path]?.refusals(value as unknown[]);
      return (refusals ?? []).map((refusal) =>
        issueOf(['body', ...path.split('.'), ...refusal.path], refusal.text, null),
      );
    });
    return (await Promise.all(found)).flat();
  }

  async #store({ path, node, given }: Change, userId: string, inside: Transaction): Promise<void> {
    if (given === null) {
      await StoredSetting.destroy({ where: { path }, transaction: inside });
      return;
    }
    const text = JSON.stringify(given);
    await StoredSetting.upsert(
      {
        path,
        value: isSealed(node) ? this.#secrets.seal(text, placeOf(path)) : text,
        updatedAt: nowSeconds(),
        updatedBy: userId,
      },
      { transaction: inside },
    );
  }

  #valueOf({ path, value: text }: StoredSettingRow, node: LiveNode): unknown {
    const known = this.#read.get(path);
    if (known?.text === text) return known.value;
    const value = this.#open(path, text, node);
    this.#read.set(path, { text, value });
    return value;
  }

  /** What is stored by another version of the server may mean nothing to this one. */
  #open(path: string, text: string, node: LiveNode): unknown {
    try {
      const given: unknown = JSON.parse(isSealed(node) ? this.#secrets.open(text, placeOf(path)) : text);
      return isList(node) ? itemsOf(node, path, given) : node.read(given);
    } catch (error) {
      this.#log.warn({ err: error, path }, 'a stored setting cannot be read');
      return this.#base.get(path);
    }
  }

  #isFixed(path: string): boolean {
    return sourcesOf(this.#config).get(path) === 'environment';
  }
}

interface Leaf {
  path: string;
  node: LiveNode;
}

function leavesOf(tree: Tree, path: string[]): Leaf[] {
  return Object.entries(tree).flatMap(([key, node]): Leaf[] => {
    const here = [...path, key];
    if (isSetting(node) || isList(node)) return [{ path: here.join('.'), node }];
    return leavesOf(node as Tree, here);
  });
}

const live = leavesOf(settings, []).filter(({ node }) => node.live);

/** Where a setting is stored. */
function placeOf(path: string): SealedPlace {
  return { table: 'settings', column: 'value', row: path };
}

/** A list may hold secrets. */
function isSealed(node: LiveNode): boolean {
  return isList(node) || node.secret;
}

function itemsOf(node: SettingList<Tree>, path: string, given: unknown): readonly unknown[] {
  return readItems(node, path.split('.'), given, ({ name, text }) => {
    throw new Error(`${name} ${text}`);
  });
}

function forTheLog({ node, value }: Change): unknown {
  if (isList(node)) return value === null ? null : maskedItems(node, value);
  return shown(node, value);
}

function* secretPaths(tree: Tree, values: Tree, path: string[]): Generator<[path: string, value: string]> {
  for (const [key, node] of Object.entries(tree)) {
    const here = [...path, key];
    const value = values[key];
    if (isSetting(node)) {
      if (node.secret && node !== settings.secrets.key) yield [here.join('.'), String(value)];
    } else if (isList(node)) {
      for (const [index, item] of (value as Tree[]).entries()) {
        yield* secretPaths(node.items, item, [...here, String(index)]);
      }
    } else {
      yield* secretPaths(node as Tree, value as Tree, here);
    }
  }
}

function at(config: Config, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Tree)[key], config);
}

/** The one place where a configuration changes. */
function put(config: Config, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<Tree>((tree, key) => tree[key] as Tree, config as unknown as Tree);
  parent[last] = value;
}
