// What the spec says of each value of a union. TypeSpec's emitter drops these comments; the document needs them, most of
// all for the error codes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, SyntaxKind } from '@typespec/compiler/ast';
import type { Document } from './document.ts';

/** The comments by value, by the name of the union. */
export type EnumTexts = Map<string, Record<string, string>>;

/** Reads the comments of all unions under the folder. */
export function readEnumTexts(folder: string): EnumTexts {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsp'));
  return new Map(files.flatMap((name) => unionsOf(readFileSync(join(folder, name), 'utf8'))));
}

function unionsOf(text: string): [name: string, texts: Record<string, string>][] {
  return parse(text, { docs: true }).statements.flatMap((statement) => {
    if (statement.kind !== SyntaxKind.UnionStatement) return [];
    const texts = statement.options.flatMap(({ value, docs }) => {
      const comment = docs?.flatMap(({ content }) => content.map(({ text }) => text)).join('') ?? '';
      return value.kind === SyntaxKind.StringLiteral && comment !== '' ? [[value.value, oneLine(comment)]] : [];
    });
    return texts.length === 0 ? [] : [[statement.id.sv, Object.fromEntries(texts)]];
  });
}

/** Lays the comments over the document's schemas, in the form that other tools read too. */
export function addEnumTexts(document: Document, texts: EnumTexts): void {
  for (const [name, byValue] of texts) {
    const schema = document.components.schemas[name];
    if (schema?.enum !== undefined) schema['x-enumDescriptions'] = byValue;
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
