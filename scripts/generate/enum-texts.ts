// Reads the spec's comments on union values and forms. TypeSpec's emitter drops these comments, but the document needs
// them, above all for the error codes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, SyntaxKind } from '@typespec/compiler/ast';
import type { Document } from '../document/index.ts';

/** The comments of a union's values, by the name of the union. */
export type EnumTexts = Map<string, Record<string, string>>;

/** Reads the comments of all unions under the folder. */
export function readEnumTexts(folder: string): EnumTexts {
  return new Map(textsUnder(folder).flatMap(unionsOf));
}

/** Reads the comments of all models under the folder, by their name. */
export function readModelTexts(folder: string): Map<string, string> {
  return new Map(textsUnder(folder).flatMap(modelsOf));
}

function textsUnder(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsp'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8'));
}

function modelsOf(text: string): [name: string, text: string][] {
  return parse(text, { docs: true }).statements.flatMap((statement) => {
    if (statement.kind !== SyntaxKind.ModelStatement) return [];
    const comment = commentOf(statement.docs);
    return comment === '' ? [] : [[statement.id.sv, comment]];
  });
}

function unionsOf(text: string): [name: string, texts: Record<string, string>][] {
  return parse(text, { docs: true }).statements.flatMap((statement) => {
    if (statement.kind !== SyntaxKind.UnionStatement) return [];
    const texts = statement.options.flatMap(({ value, docs }) => {
      const comment = commentOf(docs);
      return value.kind === SyntaxKind.StringLiteral && comment !== '' ? [[value.value, comment]] : [];
    });
    return texts.length === 0 ? [] : [[statement.id.sv, Object.fromEntries(texts)]];
  });
}

/** Adds the comments to the document's schemas, in the form that other tools also read. */
export function addEnumTexts(document: Document, texts: EnumTexts): void {
  for (const [name, byValue] of texts) {
    const schema = document.components.schemas[name];
    if (schema?.enum !== undefined) schema['x-enumDescriptions'] = byValue;
  }
}

/** Adds a model's comment to its schema if the emitter dropped it. */
export function addModelTexts(document: Document, texts: Map<string, string>): void {
  for (const [name, text] of texts) {
    const schema = document.components.schemas[name];
    if (schema !== undefined) schema.description ??= text;
  }
}

/** Returns a comment as one line. */
function commentOf(docs: readonly { content: readonly { text: string }[] }[] | undefined): string {
  const text = docs?.flatMap(({ content }) => content.map((part) => part.text)).join('') ?? '';
  return text.replace(/\s+/g, ' ').trim();
}
