// Tests the forms of the published document for tools that read less, and `svc-contract document`.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import type { Json } from '../../scripts/document/document.ts';
import { formNames, inForm } from '../../services/openapi/index.ts';
import * as change from '../../services/openapi/transformations.ts';

type Node = { [key: string]: Json };

const root = join(import.meta.dirname, '../..');
const kit = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/contract/main.ts'), 'document', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
const published = JSON.parse(kit().stdout) as Node;

/** Returns a document with one schema. */
const withSchema = (schema: Node, others: Node = {}): Node => ({
  paths: {},
  components: { schemas: { Tried: schema, ...others } },
});
const tried = (document: Node): Node => ((document.components as Node).schemas as Node).Tried as Node;

t.test('the command prints the document, a form of it, or the names of the forms', async (t) => {
  t.equal(published.openapi, '3.1.0');
  t.equal(JSON.parse(kit('--for', 'openapi-3.0').stdout).openapi, '3.0.3');
  const { status, stdout, stderr } = kit('--for', 'cobol');
  t.match([status, stdout, stderr], [2, '', /no form 'cobol'\. --for takes openapi-3\.0, ogen/]);
});

t.test('no reference of a form leads nowhere', async (t) => {
  for (const name of formNames) {
    const text = JSON.stringify(inForm(published, name));
    const { components } = JSON.parse(text) as { components: Record<string, Node> };
    const targets = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)].map(([, kind, of]) => `${kind} ${of}`),
    );
    const lost = [...targets].filter((target) => {
      const [kind = '', of = ''] = target.split(' ');
      return components[kind]?.[of] === undefined;
    });
    t.strictSame(lost, [], name);
  }
});

t.test('OpenAPI 3.0 has nothing that only 3.1 has', async (t) => {
  const made = change.asOpenApi30(published);
  t.equal(made.webhooks, undefined);
  for (const schema of schemasIn(made.components as Json)) {
    t.notOk(Array.isArray(schema.type) || schema.const !== undefined || Array.isArray(schema.examples));
    t.notOk(schema.$ref !== undefined && Object.keys(schema).length > 1, 'nothing stands beside a reference');
  }
  const nullable = { anyOf: [{ $ref: '#/components/schemas/Other' }, { type: 'null' }], description: 'x' };
  t.strictSame(tried(change.asOpenApi30(withSchema(nullable, { Other: { type: 'object' } }))), {
    allOf: [{ $ref: '#/components/schemas/Other' }],
    description: 'x',
    nullable: true,
  });
  t.strictSame(tried(change.asOpenApi30(withSchema({ type: ['string', 'null'], examples: ['a'] }))), {
    type: 'string',
    nullable: true,
    example: 'a',
  });
});

t.test('branches of one type are merged, and those of different types stay', async (t) => {
  const object = (name: string, required: string[]): Node => ({
    type: 'object',
    properties: { [name]: { type: 'string' }, type: { type: 'string', const: name } },
    required,
  });
  const merged = tried(
    change.withMergedBranches(withSchema({ anyOf: [object('a', ['a', 'type']), object('b', ['type'])] })),
  );
  t.match(merged, { type: 'object', required: ['type'], additionalProperties: true });
  t.strictSame(Object.keys(merged.properties as Node).sort(), ['a', 'b', 'type']);
  const mixed = { anyOf: [{ type: 'string' }, { type: 'number' }] };
  t.strictSame(tried(change.withMergedBranches(withSchema(mixed))), mixed);
});

t.test('unions of several types have no type, and nullable values keep theirs', async (t) => {
  const union = { description: 'x', anyOf: [{ type: 'string' }, { type: 'number' }] };
  t.strictSame(tried(change.withUntypedUnions(withSchema(union))), { description: 'x' });
  const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  t.strictSame(tried(change.withUntypedUnions(withSchema(nullable))), nullable);
  const named = { anyOf: [{ $ref: '#/components/schemas/Union' }, { type: 'null' }], description: 'y' };
  t.strictSame(tried(change.withUntypedUnions(withSchema(named, { Union: union }))), { description: 'y' });
});

t.test('credentials in cookies, forms with files and twin headers are left out', async (t) => {
  t.notMatch(JSON.stringify(change.withoutCookies(published)), /"in":"cookie"/);
  t.notMatch(JSON.stringify(change.withoutForms(published)), /multipart\/form-data/);
  const { responses } = change.withoutTwinHeaders(published).components as { responses: Record<string, Node> };
  const names = Object.keys((responses.MessagesNotFound as Node).headers as Node);
  t.match([names.includes('request-id'), names.includes('x-request-id')], [false, true]);
});

t.test('with one JSON, a body has no second media type of the same schema', async (t) => {
  const { paths } = change.withOneJson(published) as { paths: Record<string, Record<string, Node>> };
  const typesOf = (path: string) => Object.keys(Object((paths[path]?.post?.requestBody as Node | undefined)?.content));
  t.strictSame(typesOf('/auth/device'), ['application/json']);
  t.strictSame(typesOf('/scim/v2/Users'), ['application/json']);
  t.strictSame(
    typesOf('/v1/{custom_endpoint}'),
    ['application/json', 'multipart/form-data'],
    'a form of its own stays',
  );
  t.strictSame(typesOf('/v1/files'), ['multipart/form-data']);
});

t.test('a stream and a page are texts, beside the other answers of its operation', async (t) => {
  const { paths } = change.withPlainTexts(published) as { paths: Record<string, Record<string, Node>> };
  const content = { 'text/event-stream': { schema: { type: 'string' } }, 'application/json': {} };
  t.match(paths['/v1/chat/completions']?.post, { responses: { 200: { content } } });
  const page = { 'text/html; charset=utf-8': { schema: { $ref: undefined, type: 'string' } } };
  t.match(paths['/auth/sso/{provider}']?.get, { responses: { 400: { content: page } } });
});

t.test('with text forms, the members of forms are files or texts', async (t) => {
  const { CreateFileForm, SearchVectorStoreRequest } = (
    change.withTextForms(published).components as { schemas: Record<string, Node> }
  ).schemas;
  t.match(CreateFileForm?.properties, { file: { format: 'binary' }, purpose: { type: 'string', $ref: undefined } });
  const { SearchVectorStoreRequest: before } = (published.components as { schemas: Record<string, Node> }).schemas;
  t.strictSame(SearchVectorStoreRequest, before, 'other schemas stay');
});

t.test('with one error, all error responses of an operation have the same schema', async (t) => {
  const { paths } = change.withOneError(published) as { paths: Record<string, Record<string, Node>> };
  for (const operation of Object.values(paths).flatMap(Object.values<Node>)) {
    const responses = Object.entries(operation.responses as Node);
    t.equal(responses.length, 3, String(operation.operationId));
    t.match(responses.at(-1)?.[1], { content: { 'application/json': {} } });
  }
});

function* schemasIn(value: Json): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const [name, part] of Object.entries(value)) if (!name.startsWith('example')) yield* schemasIn(part);
}
