// Tests the reference page and its examples, which are generated from the document.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import t from 'tap';
import { formatRules } from '../http/validation/formats.ts';
import { type Document, type Json, type MediaType, operationsOf, parametersOf } from '../scripts/document/document.ts';
import { readDocument } from '../scripts/document/read.ts';
import { bodyExample } from '../scripts/generate/reference/example.ts';
import { referencePage } from '../scripts/generate/reference.ts';
import { addressPolicy } from '../services/webhooks/address.ts';

const document = readDocument(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'));
/** Compressed, as browsers load it: a fifth of the document, which may grow by 4 KiB for each operation after the first 164. */
const maxPageBytes = 146_000 + (4096 / 5) * (operationsOf(document).length - 164);

const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const [name, rule] of formatRules(addressPolicy([])))
  ajv.addFormat(name, (text: string) => rule(text) === undefined);
for (const name of ['int32', 'int64', 'double']) ajv.addFormat(name, true);

ajv.addSchema({ components: document.components }, 'document');

/** Returns the schema violations of an example. */
function problems(media: MediaType, example: Json): ErrorObject[] {
  // Compiled beside the document, so that each of its schemas is compiled once.
  const validate = ajv.compile(JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"document#/')));
  validate(example);
  return validate.errors ?? [];
}

t.test('every JSON body has a valid example', async (t) => {
  for (const { operation } of operationsOf(document)) {
    const { operationId, requestBody, responses } = operation;
    const bodies = [
      ['request', requestBody?.content],
      ...Object.entries(responses).map(([status, { content }]) => [status, content] as const),
    ] as const;
    for (const [name, content] of bodies) {
      const media = content?.['application/json'];
      if (media === undefined || isAnything(media)) continue;
      const example = bodyExample(document, media);
      if (example === undefined) t.fail(`${operationId} ${name} has no example`);
      else t.strictSame(problems(media, example), [], `${operationId} ${name}`);
    }
  }
});

/** Returns true if the schema of the body allows any value. */
function isAnything({ schema = {} }: MediaType): boolean {
  return schema.$ref === undefined && schema.properties === undefined;
}

t.test('the examples of the spec are valid', async (t) => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const example of schema.examples ?? [])
      t.strictSame(problems({ schema: { $ref: `#/components/schemas/${name}` } }, example), [], name);
  }
});

t.test('each header except the context headers is explained at its operation', async (t) => {
  const sections = referencePage(document).split(/(?=<section|<article)/);
  const seen = new Set<string>();
  for (const { operation } of operationsOf(document)) {
    const section = sections.find((text) => text.includes(`id="${operation.operationId}"`)) ?? '';
    const headers = parametersOf(document, operation).filter((parameter) => parameter.in === 'header');
    for (const { name, description = '' } of headers) {
      seen.add(name);
      const shown = `${name}</code> <span class="t">string</span><p>${description.split(/[`'."]/)[0]}`;
      t.equal(section.includes(shown), !name.startsWith('Compat-'), `${operation.operationId} ${name}`);
    }
  }
  t.ok(seen.has('Idempotency-Key') && seen.has('Compat-Project'));
});

t.test('the reference page is small enough to load at once', async (t) => {
  const bytes = gzipSync(referencePage(document)).length;
  t.ok(bytes < maxPageBytes, `${bytes} bytes`);
});

t.test('the reference shows any text of the document as text, and never as HTML', async (t) => {
  const poison = '</code></pre><script>alert(1)</script><img src=x onerror="alert(1)">\'';
  const poisoned = JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      ['description', 'msg', 'message', 'pattern', 'title', 'version'].includes(key) && typeof value === 'string'
        ? `${value} ${poison}`
        : value,
    ),
  ) as Document;
  const page = referencePage(poisoned);
  t.notMatch(page, /<script>|<img|onerror="/);
  t.ok(page.includes('&lt;script&gt;'));
  const tags = (text: string): number => (text.match(/<[a-z]/g) ?? []).length;
  t.equal(tags(page), tags(referencePage(document)), 'no additional element');
});
