// The configuration while the server runs: shown with its secrets masked, revealed one secret at a time, and changed where
// a setting may change.
//
// A changed setting is stored in the database, sealed where it is a secret, and every server looks for changes every two
// seconds. It stands above the file and below the environment: who runs a server has the last word about it, so a setting
// that the environment gives is not changed here. The object that all services read is changed in place.

import type { Transaction } from 'sequelize';
import { transaction } from '../models/connection.ts';
import { StoredSetting, type StoredSettingRow } from '../models/stored-setting.ts';
import { note } from './audit/index.ts';
import { nowSeconds } from './clock.ts';
import { type Config, secretsOf, settings, sourcesOf } from './config.ts';
import { isList, isMapping, isSetting, type Setting, type Source, type Tree } from './config-tree.ts';
import { ServiceError, ValidationError, type ValidationIssue } from './errors.ts';
import { hideSecrets, type Log } from './log.ts';
import type { Secrets } from './secrets.ts';

const pollMs = 2000;

/** What a secret looks like. */
const mask = '••••••••';

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

export class Configuration {
  readonly #config: Config;
  readonly #secrets: Secrets;
  readonly #log: Log;
  /** What the settings that may change are without the database, by path. */
  readonly #base: ReadonlyMap<string, unknown>;
  readonly #hidden: Set<string>;
  #rows: readonly StoredSettingRow[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(config: Config, secrets: Secrets, log: Log) {
    this.#config = config;
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

  /** Every value, nested as in the file. A secret is the mask where it is set, and null where it is not. */
  view(): Record<string, unknown> {
    return masked(settings, this.#config as unknown as Tree);
  }

  /** A secret's value, once it is written down who saw it. Throws `not_found` for any path that is no secret. */
  async reveal(path: string): Promise<string> {
    const value = new Map(secretPaths(settings, this.#config as unknown as Tree, [])).get(path);
    // One answer for all: it must not tell which paths there are.
    if (value === undefined) throw new ServiceError('not_found', 'There is no secret setting of this path.');
    await note({ type: 'config.revealed', targetId: path });
    return value;
  }

  provenance(): Provenance[] {
    const sources = sourcesOf(this.#config);
    const rows = new Map(this.#rows.map((row) => [row.path, row]));
    return leavesOf(settings, []).map(({ path, node }) => {
      const row = this.#isFixed(path) ? undefined : rows.get(path);
      return {
        path,
        source: row === undefined ? (sources.get(path) ?? 'default') : 'stored',
        env: node.env ?? null,
        secret: isSetting(node) && node.secret,
        live: isSetting(node) && node.live,
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
    const issues: ValidationIssue[] = [];
    const changes = [...changesIn(settings, patch, [], issues)];
    if (issues.length > 0) throw new ValidationError(issues);
    const fixed = changes.filter(({ path }) => this.#isFixed(path)).map(({ path }) => path);
    if (fixed.length > 0) {
      throw new ServiceError('setting_is_fixed', `The environment of this server gives ${fixed.join(', ')}.`);
    }
    await transaction(async (inside) => {
      for (const change of changes) await this.#store(change, userId, inside);
      const details = Object.fromEntries(changes.map(({ path, node, value }) => [path, shown(node, value)]));
      await note({ type: 'config.updated', details }, inside);
    });
    await this.refresh();
  }

  /** Takes over what is stored. */
  async refresh(): Promise<void> {
    this.#rows = await StoredSetting.findAll();
    const rows = new Map(this.#rows.map((row) => [row.path, row]));
    for (const { path, node } of live) {
      if (this.#isFixed(path)) continue;
      const row = rows.get(path);
      put(this.#config, path, row === undefined ? this.#base.get(path) : this.#valueOf(row, node));
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

  async #store({ path, node, value }: Change, userId: string, inside: Transaction): Promise<void> {
    if (value === null) {
      await StoredSetting.destroy({ where: { path }, transaction: inside });
      return;
    }
    const text = JSON.stringify(value);
    await StoredSetting.upsert(
      { path, value: node.secret ? this.#secrets.seal(text) : text, updatedAt: nowSeconds(), updatedBy: userId },
      { transaction: inside },
    );
  }

  /** What is stored by another version of the server may mean nothing to this one. */
  #valueOf({ path, value }: StoredSettingRow, node: Setting<unknown>): unknown {
    try {
      return node.read(JSON.parse(node.secret ? this.#secrets.open(value) : value));
    } catch (error) {
      this.#log.warn({ err: error, path }, 'a stored setting cannot be read');
      return this.#base.get(path);
    }
  }

  #isFixed(path: string): boolean {
    return sourcesOf(this.#config).get(path) === 'environment';
  }
}

interface Change {
  path: string;
  node: Setting<unknown>;
  /** Null: none. */
  value: unknown;
}

interface Leaf {
  path: string;
  node: Setting<unknown> | { env: string | undefined; about: string };
}

function leavesOf(tree: Tree, path: string[]): Leaf[] {
  return Object.entries(tree).flatMap(([key, node]): Leaf[] => {
    const here = [...path, key];
    if (isSetting(node) || isList(node)) return [{ path: here.join('.'), node }];
    return leavesOf(node as Tree, here);
  });
}

const live = leavesOf(settings, []).flatMap(({ path, node }) => (isSetting(node) && node.live ? [{ path, node }] : []));

function masked(tree: Tree, values: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const value = values[key];
      if (isSetting(node)) return [key, shown(node, node.written === undefined ? value : node.written(value))];
      if (isList(node)) return [key, (value as Tree[]).map((item) => masked(node.items, item))];
      return [key, masked(node as Tree, value as Tree)];
    }),
  );
}

function shown({ secret }: Setting<unknown>, value: unknown): unknown {
  if (!secret) return value;
  return value === '' || value === null ? null : mask;
}

function* secretPaths(tree: Tree, values: Tree, path: string[]): Generator<[path: string, value: string]> {
  for (const [key, node] of Object.entries(tree)) {
    const here = [...path, key];
    const value = values[key];
    if (isSetting(node)) {
      if (node.secret) yield [here.join('.'), String(value)];
    } else if (isList(node)) {
      for (const [index, item] of (value as Tree[]).entries()) {
        yield* secretPaths(node.items, item, [...here, String(index)]);
      }
    } else {
      yield* secretPaths(node as Tree, value as Tree, here);
    }
  }
}

/** The changes that a patch asks for; what is wrong with it is added to the issues. */
function* changesIn(tree: Tree, patch: Tree, path: string[], issues: ValidationIssue[]): Generator<Change> {
  for (const [key, given] of Object.entries(patch)) {
    const here = [...path, key];
    const loc = ['body', ...here];
    const node = Object.hasOwn(tree, key) ? tree[key] : undefined;
    if (node === undefined) {
      issues.push({ loc, type: 'extra_forbidden', msg: 'Extra inputs are not permitted', input: given, ctx: {} });
    } else if (isList(node) || (isSetting(node) && !node.live)) {
      issues.push(
        issueOf(loc, 'this setting changes with a restart only', isSetting(node) ? shown(node, given) : null),
      );
    } else if (isSetting(node)) {
      const value = readValue(node, given, loc, issues);
      if (value !== undefined) yield { path: here.join('.'), node, value };
    } else if (isMapping(given)) {
      yield* changesIn(node as Tree, given, here, issues);
    } else {
      issues.push({ loc, type: 'dict_type', msg: 'Input should be a valid dictionary', input: given, ctx: {} });
    }
  }
}

/** Undefined where the value is none of the setting's. */
function readValue(node: Setting<unknown>, given: unknown, loc: string[], issues: ValidationIssue[]): unknown {
  if (given === null) return null;
  try {
    return node.read(given);
  } catch (error) {
    issues.push(issueOf(loc, (error as Error).message.replace(/\.$/, ''), shown(node, given)));
    return undefined;
  }
}

function issueOf(loc: string[], text: string, input: unknown): ValidationIssue {
  return { loc, type: 'value_error', msg: `Value error, ${text}`, input, ctx: { error: text } };
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
