// Validates a change of the configuration, and masks its secrets.
//
// A list changes as a whole. A response contains masks in place of secrets, and clients send them back. A mask keeps
// the existing secret only if the item is the same and has the same target; otherwise the secret could be sent to
// another host.

import { secretMask } from '../../models/secret-mask.ts';
import { meantName, type ValidationIssue } from '../platform/index.ts';
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
  /** The value in the form of the file; null removes the stored value. */
  given: unknown;
  /** The value in the form of the code. */
  value: unknown;
}

/** Returns the changes of a patch, and adds its problems to `issues`. `values` are the current values. */
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
      const meant = meantName(
        key,
        Object.keys(tree).filter((name) => !Object.hasOwn(patch, name)),
      );
      const ctx = meant === undefined ? {} : { did_you_mean: meant };
      const near = meant === undefined ? undefined : tree[meant];
      const input = isSetting(near) ? shown(near, given) : given;
      issues.push({ loc, type: 'extra_forbidden', msg: 'Extra inputs are not permitted', input, ctx });
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

/** Returns the change of one setting, or undefined if it is invalid or changes nothing. */
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
  // The client sends back the mask that it received.
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

/** Returns the list with masks replaced by the existing secrets. */
function unmasked(
  node: SettingList<Tree>,
  given: unknown,
  before: readonly Tree[],
  loc: string[],
  issues: ValidationIssue[],
): unknown {
  const list = typeof given === 'string' ? (parseList(given) ?? given) : given;
  // The list's own reader reports this problem.
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

const unkept = 'must be given again: the saved one is kept only under the same name at the same host';

/** Returns a setting's value, masked if it is secret. */
export function shown({ secret }: Setting<unknown>, value: unknown): unknown {
  if (!secret) return value;
  return value === '' || value === null ? null : secretMask;
}

/** Returns values in the form of the file, with secrets masked. */
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

/** Returns the items of a list in the form of the file, with secrets masked. */
export function maskedItems(node: SettingList<Tree>, items: unknown): Tree[] {
  return (items as Tree[]).map((item) => masked(node.items, item));
}

/** @param text the message; it completes "<setting> ". A final full stop is removed. */
export function issueOf(loc: string[], text: string, input: unknown): ValidationIssue {
  const error = text.replace(/\.$/, '');
  return { loc, type: 'value_error', msg: `Value error, ${error}`, input, ctx: { error } };
}
