// The published document has the form that client generators read best, and the project reads it back without a loss.

import { readFileSync } from 'node:fs';
import t from 'tap';
import { fromClientForm, toClientForm } from '../../scripts/document/client-form.ts';
import type { Document, Json, Schema } from '../../scripts/document/document.ts';

const text = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
const published = JSON.parse(text) as Document;

t.test('both forms say the same', async (t) => {
  t.strictSame(toClientForm(fromClientForm(published)), published, 'nothing is lost on the way there and back');
  t.strictSame(fromClientForm(fromClientForm(published)), fromClientForm(published), 'the own form stays as it is');
});

t.test('schemas have nothing that generators misread', async (t) => {
  const formats = new Set<string>();
  for (const schema of schemasIn(published as unknown as Json)) {
    if (schema.format !== undefined) formats.add(schema.format);
    const { enum: values = [], anyOf = [] } = schema;
    t.notOk(values.length === 1, `a const, and no enum of one value: ${JSON.stringify(values)}`);
    t.notOk(
      values.some((value) => typeof value === 'boolean' || typeof value === 'number'),
      `a plain type, and no enum of booleans or numbers: ${JSON.stringify(values)}`,
    );
    const plain = anyOf.filter(({ type }) => typeof type === 'string' && type !== 'null');
    const isNullable = anyOf.length === 2 && anyOf.some(({ type }) => type === 'null');
    t.notOk(isNullable && plain.length === 1, `a list of types: ${JSON.stringify(anyOf).slice(0, 200)}`);
  }
  t.strictSame([...formats].sort(), ['binary', 'double', 'int32', 'int64'], 'formats that generators know');
});

t.test('an operation for anyone takes no credential', async (t) => {
  for (const operation of Object.values(published.paths).flatMap((methods) => Object.values(methods)))
    if (operation['x-access']?.callers.join() === 'anyone') t.strictSame(operation.security, [], operation.operationId);
});

function* schemasIn(value: Json): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* schemasIn(item);
    return;
  }
  if (typeof value.type === 'string' || Array.isArray(value.type) || value.anyOf !== undefined) yield value as Schema;
  for (const [name, part] of Object.entries(value)) if (!name.startsWith('example')) yield* schemasIn(part);
}
