// The branches of unions: which one of the old document is which one of the new.

import { type Document, resolve, type Schema } from './document.ts';

/** Returns the branches of a union, also of a union in it, each with the bounds that stand beside the union. */
export function flatBranches(document: Document, schema: Schema): Schema[] {
  const { anyOf, ...beside } = schema;
  if (anyOf === undefined) return [schema];
  const bounds = Object.fromEntries(
    Object.entries(beside).filter(([name]) => /^(min|max|pattern$|format$)/.test(name)),
  );
  return anyOf.flatMap((branch) => {
    const inner = resolve(document, branch);
    return inner.anyOf === undefined ? [{ ...bounds, ...branch }] : flatBranches(document, inner);
  });
}

/** The branches that belong together, and those of one document only. */
interface BranchPairs {
  pairs: [before: Schema, after: Schema][];
  gone: Schema[];
  added: Schema[];
}

/** Pairs branches of the same name, then those with the same tag, then plain types in their order. */
export function branchPairs(
  oldDocument: Document,
  before: readonly Schema[],
  newDocument: Document,
  after: readonly Schema[],
): BranchPairs {
  const keys: ((document: Document, branch: Schema) => string | undefined)[] = [
    (_, branch) => branch.$ref,
    tagOf,
    (document, branch) => (resolve(document, branch).properties === undefined ? typeOf(document, branch) : undefined),
  ];
  const pairs: BranchPairs['pairs'] = [];
  let [gone, added] = [[...before], [...after]];
  for (const keyOf of keys) {
    for (const branch of gone) {
      const key = keyOf(oldDocument, branch);
      const other = key === undefined ? undefined : added.find((one) => keyOf(newDocument, one) === key);
      if (other === undefined) continue;
      pairs.push([branch, other]);
      added = added.filter((one) => one !== other);
    }
    gone = gone.filter((branch) => pairs.every(([paired]) => paired !== branch));
  }
  return { pairs, gone, added };
}

/** Returns the type of a branch, with its name if it has one. */
export function kindOf(document: Document, branch: Schema): string {
  const name = branch.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? typeOf(document, branch) : `${typeOf(document, branch)} (${name})`;
}

export function typeOf(document: Document, branch: Schema): string {
  return [resolve(document, branch).type ?? 'anything'].flat().join(' or ');
}

/** Returns the values of the required members that tell the branch apart; undefined if there are none. */
function tagOf(document: Document, branch: Schema): string | undefined {
  const { properties = {}, required = [] } = resolve(document, branch);
  const tags = required.flatMap((name) => {
    const { enum: values, const: only } = resolve(document, properties[name] ?? {});
    return values === undefined && only === undefined ? [] : [[name, values ?? [only]]];
  });
  return tags.length === 0 ? undefined : JSON.stringify(tags);
}
