// The generators of random requests for the fuzz test.

import fc from 'fast-check';
import { contractCases } from '../../scripts/contract/requests.ts';
import { type Json, resolve, type Schema } from '../../scripts/document/document.ts';
import { breaches } from '../../scripts/generate/contract/breaches.ts';
import { type Builder, complete, edges } from '../../scripts/generate/contract/samples.ts';

type JsonObject = { [key: string]: Json };

const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

/** Returns bodies that partly break the schema. Each field is valid, at a bound, broken by one rule, or any JSON. */
export function bodies(builder: Builder, schema: Schema): fc.Arbitrary<Json> {
  const { properties = {}, examples: [example = {}] = [] } = resolve(builder.document, schema);
  const whole = complete(builder, schema, example) as JsonObject;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]): [string, fc.Arbitrary<Json>] => {
      const samples = [...edges(builder, property), ...breaches(builder, property)].map(({ value }) => value);
      return [
        name,
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(whole[name] ?? null) },
          { weight: 3, arbitrary: samples.length === 0 ? anything : fc.constantFrom(...samples) },
          { weight: 1, arbitrary: anything },
        ),
      ];
    }),
  );
  const shaped = fc.record(fields, { requiredKeys: [] });
  const extended = fc
    .tuple(shaped, fc.dictionary(fc.string({ maxLength: 12 }), anything, { maxKeys: 2 }))
    .map(([known, unknown]) => ({ ...unknown, ...known }));
  return fc.oneof(
    { weight: 6, arbitrary: shaped },
    { weight: 3, arbitrary: extended },
    { weight: 1, arbitrary: anything },
  ) as fc.Arbitrary<Json>;
}

/** Random requests, with other methods, paths, queries, bodies, media types, headers and credentials. */
export const noise = fc.record({
  operation: fc.constantFrom(...contractCases),
  method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'), { nil: undefined }),
  segment: fc.option(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }).map(encoded),
      fc.constantFrom('.', '..', '%00', '%', '%2e%2e', "'", '__proto__'),
    ),
    { nil: undefined },
  ),
  query: fc.option(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }).map(encoded),
      fc.constantFrom('limit=', 'limit[]=1', 'after=%', '__proto__=1', 'limit=1&limit=2'),
    ),
    { nil: undefined },
  ),
  raw: fc.option(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }), fc.json()), {
    nil: undefined,
  }),
  contentType: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'multipart/form-data',
    '',
    null,
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      'compat-organization',
      'compat-project',
      'openai-project',
      'content-encoding',
      'x-request-id',
      'accept',
      'if-match',
    ),
    fc.string({ maxLength: 40 }).filter(isHeaderValue),
  ),
  token: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }).filter(isHeaderValue) },
  ),
  address: fc.ipV4(),
});
function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

function encoded(text: string): string {
  return encodeURI(text.toWellFormed());
}
