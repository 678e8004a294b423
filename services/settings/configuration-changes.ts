// What a change of the configuration asks for, and what is wrong with it.
//
// A list of things changes as a whole. What is shown of it holds masks in place of its secrets, and comes back with them:
// there a mask stands for the secret that there is, as long as the thing is the same and in the same place. Elsewhere it
// would go to somebody else.

import { secretMask } from '../../models/secret-mask.ts';
import type { ValidationIssue } from '../platform/index.ts';
import { settings } from './config.ts';
import {
  isList,
  isMapping,
  isSetting,
  parseList,
  readItems,
  type Setting,
  type SettingList,
  type Tree,
} from './config-tree.ts';

export type LiveNode = Setting<unknown> | SettingList<Tree>;

export interface Change {
  path: string;
  node: LiveNode;
  /** As the file would have it; null: nothing. */
  given: unknown;
  /** As the code has it. */
  value: unknown;
}

/** The changes that a patch asks for; what is wrong with it is added to the issues. `values`: what there is. */
export function changesIn(patch: Tree, values: Tree, issues: ValidationIssue[]): Change[] {
  return [...changesOf(settings, patch, values, [], issues)];
}

function* changesOf(
  tree: Tree,
  patch: Tree,
  values: Tree,
  path: string[],
  issues: ValidationIssue[],
): Generator<Change> {
  for (const [key, given] of Object.entries(patch)) {
    const here = [...path, key];
    const loc = ['body', ...here];
    const node = Object.hasOwn(tree, key) ? tree[key] : undefined;
    if (node === undefined) {
      issues.push({ loc, type: 'extra_forbidden', msg: 'Extra inputs are not permitted', input: given, ctx: {} });
    } else if (isList(node) || isSetting(node)) {
      const change = changeOf(node, given, values[key], here, issues);
      if (change !== undefined) yield change;
    } else if (isMapping(given)) {
      yield* changesOf(node as Tree, given, values[key] as Tree, here, issues);
    } else {
      issues.push({ loc, type: 'dict_type', msg: 'Input should be a valid dictionary', input: given, ctx: {} });
    }
  }
}

/** Undefined where it is none. */
function changeOf(
  node: LiveNode,
  given: unknown,
  before: unknown,
  path: string[],
  issues: ValidationIssue[],
): Change | undefined {
  const loc = ['body', ...path];
  const found = issues.length;
  const change = { path: path.join('.'), node, given };
  if (!node.live) {
    issues.push(issueOf(loc, 'this setting changes with a restart only', isSetting(node) ? shown(node, given) : null));
    return undefined;
  }
  if (given === null) return { ...change, value: null };
  // It was shown so, and comes back.
  if (isSetting(node) && node.secret && given === secretMask) return undefined;
  if (isSetting(node)) {
    const value = readValue(node, given, loc, issues);
    return issues.length > found ? undefined : { ...change, given: value, value };
  }
  const whole = unmasked(node, given, before as Tree[], loc, issues);
  const value = readItems(node, path, whole, (problem) =>
    issues.push(issueOf(['body', ...problem.path], problem.text, null)),
  );
  return issues.length > found ? undefined : { ...change, given: whole, value };
}

function readValue(node: Setting<unknown>, given: unknown, loc: string[], issues: ValidationIssue[]): unknown {
  try {
    return node.read(given);
  } catch (error) {
    issues.push(issueOf(loc, (error as Error).message, shown(node, given)));
    return undefined;
  }
}

/** The list with the secrets that its masks stand for. */
function unmasked(
  node: SettingList<Tree>,
  given: unknown,
  before: readonly Tree[],
  loc: string[],
  issues: ValidationIssue[],
): unknown {
  const list = typeof given === 'string' ? (parseList(given) ?? given) : given;
  // What is wrong with it then, its reader says.
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown, index) => {
    if (!isMapping(item)) return item;
    const same = before.find((one) => node.keepsSecrets(one as never, item));
    const entries = Object.entries(item).map(([key, value]) => {
      const member = Object.hasOwn(node.items, key) ? node.items[key] : undefined;
      if (value !== secretMask || !isSetting(member) || !member.secret) return [key, value];
      if (same === undefined) issues.push(issueOf([...loc, String(index), key], unkept, null));
      return [key, same?.[key]];
    });
    return Object.fromEntries(entries);
  });
}

const unkept = 'must be given anew: a mask stands for the secret of the same name at the same host, and there is none';

/** A setting's value as anybody may see it. */
export function shown({ secret }: Setting<unknown>, value: unknown): unknown {
  if (!secret) return value;
  return value === '' || value === null ? null : secretMask;
}

/** Values as anybody may see them, written as the file has them. */
export function masked(tree: Tree, values: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const value = values[key];
      if (isSetting(node)) return [key, shown(node, node.written === undefined ? value : node.written(value))];
      if (isList(node)) return [key, maskedItems(node, value)];
      return [key, masked(node as Tree, value as Tree)];
    }),
  );
}

/** The same for the items of a list. */
export function maskedItems(node: SettingList<Tree>, items: unknown): Tree[] {
  return (items as Tree[]).map((item) => masked(node.items, item));
}

/** @param text completes "<setting> ", and may end with a full stop. */
export function issueOf(loc: string[], text: string, input: unknown): ValidationIssue {
  const error = text.replace(/\.$/, '');
  return { loc, type: 'value_error', msg: `Value error, ${error}`, input, ctx: { error } };
}
