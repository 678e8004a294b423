// The configuration of the running server: shows it with masked secrets, reveals single secrets, and changes live
// settings.
//
// A change is stored in the database, encrypted if the setting is a secret or a list. All servers poll for changes
// every 2 seconds. A stored value overrides the file, but not the environment: the operator has the last word, so a
// setting from the environment cannot be changed here. The configuration object that all services read is changed in
// place. A service that builds state from a list registers as its owner and is told of a new list.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { StoredSetting, type StoredSettingRow } from '../../models/stored-setting.ts';
import { hideSecrets, type Log, ServiceError, ValidationError, type ValidationIssue } from '../platform/index.ts';
import { type Config, secretsOf, settings, sourcesOf } from './config.ts';
import { isList, isSetting, readValidItems, type Tree } from './config-tree.ts';
import { type Change, changesIn, issueOf, type LiveNode, masked, maskedItems, shown } from './configuration-changes.ts';
import type { SealedPlace, Secrets } from './secrets.ts';

const pollMs = 2000;

/** A parsed stored value. */
interface Stored {
  text: string;
  value: unknown;
  /** The problems for the operator, in whole sentences. */
  problems: readonly string[];
}

/** A reason why a running server rejects an item that the file may contain. */
export interface Refusal {
  /** The path within the list. */
  path: string[];
  /** The message; it completes "<setting> ". */
  text: string;
}

/** A service that builds state from a list of the configuration. */
export interface ListOwner {
  /** Returns the items of a new list that the service rejects. */
  refusals(items: readonly unknown[]): Promise<Refusal[]>;
  replace(items: readonly unknown[]): void;
}

export interface ConfigurationParts {
  config: Config;
  secrets: Secrets;
  log: Log;
  /** Writes an audit log entry, in the transaction if there is one. */
  audit(
    event: { type: string; targetId?: string; details?: Record<string, unknown> },
    tx: Transaction | null,
  ): Promise<void>;
}

export class Configuration {
  readonly #config: Config;
  readonly #secrets: Secrets;
  readonly #log: Log;
  readonly #audit: ConfigurationParts['audit'];
  /** The values of the live settings without the database, by path. */
  readonly #base: ReadonlyMap<string, unknown>;
  readonly #hidden: Set<string>;
  readonly #owners: Readonly<Record<string, ListOwner>>;
  /** The parsed stored values, by path. */
  readonly #read = new Map<string, Stored>();
  #rows: readonly StoredSettingRow[] = [];
  /** The number of reads that have started, and the number of the newest read that was applied. */
  #readings = 0;
  #counting = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param owners the owners of live lists, by path. */
  constructor({ config, secrets, log, audit }: ConfigurationParts, owners: Record<string, ListOwner>) {
    this.#audit = audit;
    this.#config = config;
    this.#owners = owners;
    this.#secrets = secrets;
    this.#log = log;
    this.#base = new Map(live.map(({ path }) => [path, at(config, path)]));
    this.#hidden = new Set(secretsOf(config));
  }

  /** Reads the stored settings, and starts to poll for changes. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Returns all values, nested as in the file. Refreshes them first: a client that changes a list sends all of it, and
   * must not overwrite a change of another server. A secret that is set is masked; one that is not set is null.
   */
  async view(): Promise<Record<string, unknown>> {
    await this.refresh();
    return masked(settings, this.#config as unknown as Tree);
  }

  /** Returns a secret's value, after the access is audited. Throws `not_found` for a path that is not a secret. */
  async reveal(path: string): Promise<string> {
    const value = new Map(secretPaths(settings, this.#config as unknown as Tree, [])).get(path);
    // The same error for all paths, so that it does not reveal which exist.
    if (value === undefined) throw new ServiceError('not_found', 'No secret setting has this path.');
    await this.#audit({ type: 'config.revealed', targetId: path }, null);
    return value;
  }

  /** Returns the current source of every value. */
  async provenance(): Promise<components['schemas']['SettingProvenance'][]> {
    await this.refresh();
    const sources = sourcesOf(this.#config);
    const rows = new Map(this.#rows.map((row) => [row.path, row]));
    return leavesOf(settings, []).map(({ path, node }) => {
      const row = this.#isFixed(path) ? undefined : rows.get(path);
      return {
        path,
        source: row === undefined ? (sources.get(path) ?? 'default') : 'stored',
        reset_source: sources.get(path) ?? 'default',
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
   * Changes settings, nested as in the file. Null restores the value of the file or the default. Applies all changes or
   * none.
   *
   * Throws a ValidationError for an unknown setting, one that cannot change at runtime, or an invalid value, and
   * `setting_is_fixed` for settings from the environment.
   */
  async change(patch: Record<string, unknown>, userId: string): Promise<void> {
    // Refreshes first, so that a mask stands for the current secret even if another server has changed it.
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
    const before = masked(settings, this.#config as unknown as Tree);
    await transaction(async (tx) => {
      for (const change of changes) await this.#store(change, userId, tx);
      const details = Object.fromEntries(changes.map((change) => [change.path, forTheLog(change)]));
      const previous_values = Object.fromEntries(changes.map(({ path }) => [path, valueAt(before, path)]));
      await this.#audit({ type: 'config.updated', details: { ...details, previous_values } }, tx);
    });
    await this.refresh();
  }

  /**
   * Applies the stored settings. If reads overlap, the one that started last wins, because the other may have older
   * values.
   */
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

  async #store({ path, node, given }: Change, userId: string, tx: Transaction): Promise<void> {
    if (given === null) {
      await StoredSetting.destroy({ where: { path }, transaction: tx });
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
      { transaction: tx },
    );
  }

  /** Returns the problems of stored values that are in effect, such as an upstream that is switched off. */
  storedProblems(): string[] {
    const stored = new Set(this.#rows.map(({ path }) => path).filter((path) => !this.#isFixed(path)));
    return [...this.#read].flatMap(([path, { problems }]) => (stored.has(path) ? problems : []));
  }

  #valueOf({ path, value: text }: StoredSettingRow, node: LiveNode): unknown {
    const known = this.#read.get(path);
    if (known?.text === text) return known.value;
    const read = this.#open(path, text, node);
    this.#read.set(path, { text, ...read });
    for (const problem of read.problems) this.#log.error({ path }, `a stored setting is invalid: ${problem}`);
    return read.value;
  }

  /**
   * Parses a stored value. Switches off the invalid parts of a list, and ignores any other invalid value, because
   * another version of svc may have stored it.
   */
  #open(path: string, text: string, node: LiveNode): Omit<Stored, 'text'> {
    const problems: string[] = [];
    try {
      const given: unknown = JSON.parse(isSealed(node) ? this.#secrets.open(text, placeOf(path)) : text);
      const value = isList(node)
        ? readValidItems(node, path.split('.'), given, (problem) =>
            problems.push(
              `${problem.path.join('.')} ${problem.text} It is switched off; change it in the configuration.`,
            ),
          )
        : node.read(given);
      return { value, problems };
    } catch (error) {
      const problem = `${path} cannot be read, so the value of the file or the default applies: ${(error as Error).message}`;
      return { value: this.#base.get(path), problems: [problem] };
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

/** Returns the location of a stored setting, which is bound into the ciphertext. */
function placeOf(path: string): SealedPlace {
  return { table: 'settings', column: 'value', row: path };
}

/** Returns true if the setting is encrypted. Lists are, because they may contain secrets. */
function isSealed(node: LiveNode): boolean {
  return isList(node) || node.secret;
}

function valueAt(values: Tree, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Tree | undefined)?.[key], values);
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
      const items = value as Tree[];
      for (const item of items) yield* secretPaths(node.items, item, [...here, String(item.name)]);
      for (const [index, item] of items.entries()) yield* secretPaths(node.items, item, [...here, String(index)]);
    } else {
      yield* secretPaths(node as Tree, value as Tree, here);
    }
  }
}

function at(config: Config, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Tree)[key], config);
}

/** Changes the configuration object. No other function does. */
function put(config: Config, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<Tree>((tree, key) => tree[key] as Tree, config as unknown as Tree);
  parent[last] = value;
}
