// Tests `svc-contract diff`: breaking changes as text, JSON and annotations, and the exit codes.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { changesBetween, type Document, readDocument } from '../../scripts/document/index.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';

const root = join(import.meta.dirname, '../..');
const published = join(root, 'generated/openapi.json');
const folder = await mkdtemp(join(tmpdir(), 'svc-diff-'));
t.teardown(() => removeFolder(folder));

const diff = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/contract/main.ts'), 'diff', ...args], {
    env: { PATH: process.env.PATH },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => error,
  );

t.test('a removed operation is listed as text, as JSON and as an annotation', async (t) => {
  const changed = JSON.parse(await readFile(published, 'utf8'));
  delete changed.paths['/healthz'];
  const path = join(folder, 'new.json');
  await writeFile(path, JSON.stringify(changed));
  const text = 'getHealth: GET /healthz was removed';
  t.match(await diff(published, path), { code: 1, stdout: `${text}\n1 breaking change\n` });
  const json = await diff(published, path, '--json');
  t.strictSame(JSON.parse(json.stdout), { breaking: [{ subject: 'getHealth', text }], notes: [] });
  const line = `::error file=${path},title=Breaking change of getHealth::${text}`;
  t.match(await diff(published, path, '--github'), { code: 1, stdout: line });
  t.match(await diff(path, published), { code: 0, stdout: '0 breaking changes\n', stderr: '' });
});

t.test('a file that is no document is wrong usage', async (t) => {
  const path = join(folder, 'none.json');
  await writeFile(path, '[]');
  t.match(await diff(path, published), { code: 2, stdout: '', stderr: /is not an OpenAPI document/ });
  t.match(await diff(published, join(folder, 'missing')), { code: 2, stderr: /cannot be read/ });
});

/** A change of the published document, made in place. */
type Change = (at: Place) => void;
// biome-ignore lint/suspicious/noExplicitAny: the changes reach into the JSON of the document.
type Loose = any;

class Place {
  readonly document: Loose;

  constructor(document: Loose) {
    this.document = document;
  }

  operation(id: string): Loose {
    const all = Object.values<Loose>(this.document.paths).flatMap((methods) => Object.values<Loose>(methods));
    return all.find(({ operationId }) => operationId === id);
  }

  schema(name: string): Loose {
    return this.document.components.schemas[name];
  }

  member(name: string, member: string): Loose {
    return this.schema(name).properties[member];
  }

  /** Adds a parameter to an operation. */
  parameter(id: string, parameter: object): void {
    this.operation(id).parameters.push({ in: 'query', schema: { type: 'string' }, ...parameter });
  }
}

const form = (at: Place) => at.operation('getOpenapiDocument').parameters.find(({ name }: Loose) => name === 'for');
const tried = 'CreateVectorStoreRequest';
/** Gives both documents a member of a request, or of an answer, and changes it in the new one. */
const given = (name: string, before: object, after: object): [Change, Change] => [
  (at) => Object.assign(at.schema(name).properties, { tried: before }),
  (at) => Object.assign(at.schema(name).properties, { tried: after }),
];
const asked = (before: object, after: object) => given(tried, before, after);
const answered = (before: object, after: object) => given('VectorStore', before, after);
const asIs: Change = () => undefined;
const only = (change: Change): [Change, Change] => [asIs, change];
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const refs = (...names: string[]) => ({ anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) });

const breaking: Record<string, [Change, Change]> = {
  'an operation goes': only(({ document }) => delete document.paths['/healthz']),
  'a method goes': only(({ document }) => delete document.paths['/v1/files'].get),
  'an operation is renamed': only((at) => Object.assign(at.operation('listModels'), { operationId: 'listAll' })),
  'a parameter goes': only((at) => at.operation('getOpenapiDocument').parameters.pop()),
  'a parameter is required': only((at) => Object.assign(form(at), { required: true })),
  'a new parameter is required': only((at) => at.parameter('listModels', { name: 'x', required: true })),
  'a new header is required': only((at) => at.parameter('listModels', { name: 'x', in: 'header', required: true })),
  'a parameter is a number': only((at) => Object.assign(form(at), { schema: { type: 'integer' } })),
  'a value of a parameter goes': only((at) => at.schema('DocumentForm').enum.pop()),
  'a body is required': [
    (at) => Object.assign(at.operation('createVectorStore').requestBody, { required: false }),
    (at) => Object.assign(at.operation('createVectorStore').requestBody, { required: true }),
  ],
  'a media type of a body goes': only((at) => {
    const { content } = at.operation('createVectorStore').requestBody;
    content['application/xml'] = content['application/json'];
    delete content['application/json'];
  }),
  'a member of a body goes': only((at) => delete at.schema(tried).properties.name),
  'a member of a body is required': only((at) => Object.assign(at.schema(tried), { required: ['name'] })),
  maxLength: asked({ type: 'string', maxLength: 9 }, { type: 'string', maxLength: 8 }),
  minLength: asked({ type: 'string' }, { type: 'string', minLength: 1 }),
  maximum: asked({ type: 'integer', maximum: 9 }, { type: 'integer', maximum: 8 }),
  minimum: asked({ type: 'integer' }, { type: 'integer', minimum: 0 }),
  exclusiveMaximum: asked({ type: 'number' }, { type: 'number', exclusiveMaximum: 1 }),
  maxItems: asked({ type: 'array' }, { type: 'array', maxItems: 3 }),
  minItems: asked({ type: 'array' }, { type: 'array', minItems: 1 }),
  maxProperties: asked({ type: 'object' }, { type: 'object', maxProperties: 16 }),
  uniqueItems: asked({ type: 'array' }, { type: 'array', uniqueItems: true }),
  'x-unique': asked({ type: 'string' }, { type: 'string', 'x-unique': 'project' }),
  multipleOf: asked({ type: 'integer' }, { type: 'integer', multipleOf: 10 }),
  'another multipleOf': asked({ type: 'integer', multipleOf: 10 }, { type: 'integer', multipleOf: 4 }),
  pattern: asked({ type: 'string', pattern: '^a' }, { type: 'string', pattern: '^ab' }),
  format: asked({ type: 'string' }, { type: 'string', format: 'uri' }),
  'int64 to int32': asked({ type: 'integer', format: 'int64' }, { type: 'integer', format: 'int32' }),
  'a closed object': asked(object({}), object({}, { additionalProperties: false })),
  'checked further members': asked(object({}), object({}, { additionalProperties: { type: 'string' } })),
  'a value goes': asked({ type: 'string', enum: ['a', 'b', 'c'] }, { type: 'string', enum: ['a', 'b'] }),
  'a text becomes a list of values': asked({ type: 'string' }, { type: 'string', enum: ['a', 'b'] }),
  'another constant': asked({ type: 'string', const: 'a' }, { type: 'string', const: 'b' }),
  'no null': asked({ type: ['string', 'null'] }, { type: 'string' }),
  'another type': asked({ type: 'string' }, { type: 'integer' }),
  'a number becomes an integer': asked({ type: 'number' }, { type: 'integer' }),
  'other items': asked({ type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'integer' } }),
  'a narrowed list behind a union with a discriminator': only((at) => {
    const filter = at.schema('ComparisonFilter').properties.type;
    const { enum: values } = filter.$ref === undefined ? filter : at.schema(filter.$ref.split('/').at(-1));
    values.pop();
  }),
  'a branch of a union with a discriminator goes': only((at) => {
    const { oneOf, discriminator } = at.schema('AttributeFilter');
    const [gone] = oneOf.splice(1, 1);
    for (const [tag, target] of Object.entries(discriminator.mapping))
      if (target === gone.$ref) delete discriminator.mapping[tag];
  }),
  'a member of an answer goes': only((at) => delete at.schema('VectorStore').properties.bytes),
  'a member of an answer may be absent': only((at) => {
    at.schema('VectorStore').required = at.schema('VectorStore').required.filter((name: string) => name !== 'bytes');
  }),
  'another type in an answer': answered({ type: 'string' }, { type: 'integer' }),
  'an integer becomes a number': answered({ type: 'integer' }, { type: 'number' }),
  'null in an answer': answered({ type: 'string' }, { type: ['string', 'null'] }),
  'a lost list of values': answered({ type: 'string', enum: ['a', 'b'] }, { type: 'string' }),
  'one more branch in an answer': answered(refs('Model', 'VectorStore'), refs('Model', 'VectorStore', 'Project')),
  'a header of an answer goes': only((at) => delete at.operation('getOpenapiDocument').responses['200'].headers.ETag),
  'an answer goes': only((at) => delete at.operation('listModels').responses['200']),
  'a media type of an answer goes': only((at) => {
    at.operation('listModels').responses['200'].content = { 'application/xml': { schema: {} } };
  }),
  'a member of every error goes': only((at) => {
    delete at.schema('ErrorObject').properties.param;
  }),
  'a member of every error may be absent': only((at) => at.schema('ErrorObject').required.pop()),
  'an event goes': only(({ document }) => delete document.webhooks['project.spend_threshold']),
  'a member of an event goes': only((at) => {
    const [{ post }] = Object.values<Loose>(at.document.webhooks) as [Loose];
    const schema = post.requestBody.content['application/json'].schema;
    delete (schema.$ref === undefined ? schema : at.schema(schema.$ref.split('/').at(-1))).properties.created_at;
  }),
  'a credential is needed': only((at) => Object.assign(at.operation('getHealth'), { security: [{ BearerAuth: [] }] })),
  'another credential is needed': only((at) =>
    Object.assign(at.operation('listModels'), { security: [{ Other: [] }] }),
  ),
  'another credential is needed everywhere': only(({ document }) => {
    document.security = [{ Other: [] }];
  }),
  'a caller is refused': only((at) => at.operation('listVectorStores')['x-access'].callers.pop()),
  'a context is needed': only((at) =>
    Object.assign(at.operation('listFineTuningWorkers')['x-access'], { context: 'project' }),
  ),
};

const notes: Record<string, [Change, Change]> = {
  'another default': asked({ type: 'integer', default: 1 }, { type: 'integer', default: 2 }),
  'another tag': only((at) => Object.assign(at.operation('listModels'), { tags: ['Other'] })),
  'one more value in an answer': answered({ type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }),
  'an error is no longer declared': only((at) => delete at.operation('listModels').responses['429']),
};

function addItemPath({ document }: Place, name: string): void {
  const parameters = [{ name, in: 'path', required: true, schema: { type: 'string' } }];
  document.paths[`/v1/new/{${name}}`] = { get: { operationId: 'getNew', parameters, responses: {} } };
}

const harmless: Record<string, [Change, Change]> = {
  'one more operation': only(({ document }) => {
    document.paths['/v1/new'] = { get: { operationId: 'listNew', parameters: [], responses: {} } };
  }),
  'one more parameter': only((at) => at.parameter('listModels', { name: 'x' })),
  'wider bounds': asked({ type: 'string', minLength: 1, maxLength: 9 }, { type: 'string', maxLength: 10 }),
  'a divisor of multipleOf': asked({ type: 'integer', multipleOf: 10 }, { type: 'integer', multipleOf: 5 }),
  'one more member of an answer': only((at) => Object.assign(at.schema('VectorStore').properties, { x: {} })),
  'branches in another order': asked(refs('Model', 'VectorStore', 'Project'), refs('Project', 'Model', 'VectorStore')),
  'branches without names in another order': answered(
    { anyOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })] },
    { anyOf: [object({ b: { type: 'string' } }), object({ a: { type: 'string' } })] },
  ),
  'int32 to int64': asked({ type: 'integer', format: 'int32' }, { type: 'integer', format: 'int64' }),
  'a path parameter with another name': [(at) => addItemPath(at, 'id'), (at) => addItemPath(at, 'item_id')],
  'values and members in another order': asked(
    { type: 'string', enum: ['a', 'b', 'c'] },
    { enum: ['c', 'a', 'b'], type: 'string' },
  ),
  'other words': only((at) => {
    at.document.info.description = 'Other.';
    at.schema('VectorStore').description = 'Other.';
    at.operation('listModels').summary = 'Other';
  }),
  'one more credential is accepted': only((at) => {
    at.operation('listModels').security = [{ BearerAuth: [] }, { Other: [] }];
  }),
};

t.test('each change is found in one line, and nothing is found without a change', async (t) => {
  const text = await readFile(published, 'utf8');
  const changed = (change: Change): Document => {
    const document = JSON.parse(text);
    change(new Place(document));
    return readDocument(JSON.stringify(document));
  };
  const original = readDocument(text);
  t.ok(Object.keys({ ...breaking, ...notes, ...harmless }).length >= 60);
  for (const [kind, changes] of Object.entries({ breaking, notes, harmless })) {
    for (const [name, [before, after]] of Object.entries(changes)) {
      const old = before === asIs ? original : changed(before);
      const found = changesBetween(old, changed(after));
      const wanted = { breaking: [1, 0], notes: [0, 1], harmless: [0, 0] }[kind];
      t.strictSame(
        [found.breaking.length, found.notes.length],
        wanted,
        `${kind}: ${name}: ${[...found.breaking, ...found.notes].map((one) => one.text).join('; ')}`.slice(0, 400),
      );
    }
  }
});
