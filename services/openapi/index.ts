// Forms of the published document for tools that cannot read it as it is.

import {
  asOpenApi30,
  type Json,
  withMergedBranches,
  withOneError,
  withOneJson,
  withoutCookies,
  withoutForms,
  withoutTwinHeaders,
  withPlainTexts,
  withTextForms,
  withUntypedUnions,
} from './transformations.ts';

type Node = { [key: string]: Json };

/** The changes of each form, in their order. */
const forms: Readonly<Record<string, ((document: Node) => Node)[]>> = {
  /** OpenAPI 3.0, for API gateways and generators that do not read 3.1. */
  'openapi-3.0': [asOpenApi30],
  /** For ogen (Go), which tells the branches of a union apart by their types. */
  ogen: [withMergedBranches, withoutTwinHeaders, withPlainTexts],
  /** For progenitor (Rust): OpenAPI 3.0 with one schema of errors, without forms. */
  progenitor: [withoutForms, withOneJson, withMergedBranches, withOneError, asOpenApi30],
  /** For generators that make empty types of unions, or none that compile: Java, Kotlin, PHP, Dart and Swift. */
  'untyped-unions': [withUntypedUnions],
  /** For openapi-python-client, whose code for a body of two media types lacks an import. */
  python: [withOneJson],
  /** For openapi-generator (Rust), whose forms with types do not compile. */
  rust: [withUntypedUnions, withTextForms],
  /** For openapi-generator (Ruby), which sends every credential it has, and loses the plain values of unions. */
  ruby: [withoutCookies, withUntypedUnions],
};

export { operationPath } from './paths.ts';
export type { Json } from './transformations.ts';

/** The names of the forms, as `--for` and `/openapi.json?for=` take them. */
export const formNames: readonly string[] = Object.keys(forms);

/** Returns the published document in a form. */
export function inForm(document: Json, name: string): Json {
  const form = forms[name];
  if (form === undefined) throw new Error(`There is no form '${name}'`);
  return form.reduce((changed, change) => change(changed), document as Node);
}
