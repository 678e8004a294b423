// Tests the detection of breaking changes with small documents.

import t from 'tap';
import { unannounced } from '../../scripts/checks/breaking.ts';
import { breakingChanges } from '../../scripts/document/breaking.ts';
import { type Document, type Operation, operationsOf, type Schema } from '../../scripts/document/document.ts';

function released(): Document {
  const thing: Schema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64 },
      size: { anyOf: [{ type: 'integer', minimum: 0, maximum: 10 }, { type: 'null' }] },
      kind: { type: 'string', enum: ['a', 'b'] },
      parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' }, maxItems: 8 },
    },
    required: ['name'],
  };
  const list: Operation = {
    operationId: 'createThing',
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
    responses: {
      '200': {
        description: 'Done.',
        headers: { ETag: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
      },
    },
  };
  const answer: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  return {
    openapi: '3.1.0',
    info: { title: 'small', version: '1.0.0' },
    paths: { '/things': { post: list, get: { operationId: 'listThings', responses: {} } } },
    components: { schemas: { Thing: thing, Answer: answer } },
  };
}

type Change = (at: { document: Document; operation: Operation; thing: Schema; answer: Schema }) => void;

function changed(change: Change): Document {
  const document = structuredClone(released());
  const { Thing: thing = {}, Answer: answer = {} } = document.components.schemas;
  const operation = document.paths['/things']?.post as Operation;
  change({ document, operation, thing, answer });
  return document;
}

function findingsOf(change: Change): string[] {
  return breakingChanges(released(), changed(change)).map(({ text }) => text);
}

const breaking: [change: string, expected: string[], Change][] = [
  [
    'an operation is removed',
    ['listThings: GET /things was removed'],
    ({ document }) => delete document.paths['/things']?.get,
  ],
  [
    'an operation is renamed',
    ['createThing: is now called makeThing'],
    ({ operation }) => {
      operation.operationId = 'makeThing';
    },
  ],
  [
    'a parameter is removed',
    ['createThing, query limit: the parameter was removed'],
    ({ operation }) => {
      operation.parameters = [];
    },
  ],
  [
    'a parameter is narrowed',
    ['createThing, query limit: maximum is now 50'],
    ({ operation }) => {
      if (operation.parameters?.[0]) operation.parameters[0].schema.maximum = 50;
    },
  ],
  [
    'a parameter becomes required',
    ['createThing, query limit: is now required'],
    ({ operation }) => {
      if (operation.parameters?.[0]) operation.parameters[0].required = true;
    },
  ],
  [
    'a new parameter is required',
    ['createThing, header x-new: is now required'],
    ({ operation }) => {
      operation.parameters?.push({ name: 'X-New', in: 'header', required: true, schema: {} });
    },
  ],
  [
    'the body becomes required',
    ['createThing: the request body is now required'],
    ({ operation }) => {
      if (operation.requestBody) operation.requestBody.required = true;
    },
  ],
  [
    'a media type is removed',
    ['createThing request: the media type application/json was removed'],
    ({ operation }) => {
      if (operation.requestBody) operation.requestBody.content = {};
    },
  ],
  ['an input field is removed', ['Thing.kind: the member was removed'], ({ thing }) => delete thing.properties?.kind],
  [
    'an input field becomes required',
    ['Thing.kind: is now required'],
    ({ thing }) => {
      thing.required?.push('kind');
    },
  ],
  [
    'a length is narrowed',
    ['Thing.name: maxLength is now 32'],
    ({ thing }) => {
      Object.assign(thing.properties?.name ?? {}, { maxLength: 32 });
    },
  ],
  [
    'a pattern is added',
    ['Thing.name: pattern is now ^a$'],
    ({ thing }) => {
      Object.assign(thing.properties?.name ?? {}, { pattern: '^a$' });
    },
  ],
  [
    'an enum value is removed',
    ['Thing.kind: b is no longer accepted'],
    ({ thing }) => {
      Object.assign(thing.properties?.kind ?? {}, { enum: ['a'] });
    },
  ],
  [
    'null is refused',
    ['Thing.size: null is no longer accepted'],
    ({ thing }) => {
      Object.assign(thing.properties?.size ?? {}, { anyOf: [{ type: 'integer', minimum: 0, maximum: 10 }] });
    },
  ],
  [
    'a bound in a union is narrowed',
    ['Thing.size: minimum is now 1'],
    ({ thing }) => {
      Object.assign(thing.properties?.size?.anyOf?.[0] ?? {}, { minimum: 1 });
    },
  ],
  [
    'unknown members are refused',
    ['Thing: unknown members are refused now'],
    ({ thing }) => {
      thing.additionalProperties = false;
    },
  ],
  [
    'a type changes',
    ['Answer.id: the type was string and is integer'],
    ({ answer }) => {
      Object.assign(answer.properties?.id ?? {}, { type: 'integer' });
    },
  ],
  [
    'an answer may be null',
    ['Answer.id: may now be null'],
    ({ answer }) => {
      if (answer.properties) answer.properties.id = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    },
  ],
  ['a member of an answer goes', ['Answer.id: the member was removed'], ({ answer }) => delete answer.properties?.id],
  [
    'a member of an answer becomes optional',
    ['Answer.id: may now be absent'],
    ({ answer }) => {
      answer.required = [];
    },
  ],
  [
    'a header goes',
    ['createThing 200: the header ETag was removed'],
    ({ operation }) => {
      if (operation.responses['200']) operation.responses['200'].headers = {};
    },
  ],
  [
    'a response goes',
    ['createThing 200: the response was removed'],
    ({ operation }) => {
      operation.responses = {};
    },
  ],
];

t.test('each breaking change is found once, with its subject', async (t) => {
  for (const [change, expected, apply] of breaking) t.strictSame(findingsOf(apply), expected, change);
});

t.test('additions and wider bounds are not breaking', async (t) => {
  t.strictSame(
    findingsOf(() => {}),
    [],
  );
  const harmless: Change = ({ document, operation, thing, answer }) => {
    document.paths['/others'] = { get: { operationId: 'listOthers', responses: {} } };
    operation.parameters?.push({ name: 'after', in: 'query', schema: { type: 'string' } });
    operation.responses['409'] = { description: 'Conflict.' };
    Object.assign(thing.properties ?? {}, { color: { type: 'string' } });
    Object.assign(thing.properties?.name ?? {}, { maxLength: 128, minLength: 0 });
    Object.assign(thing.properties?.kind ?? {}, { enum: ['a', 'b', 'c'] });
    thing.required = [];
    Object.assign(answer.properties ?? {}, { created_at: { type: 'integer' } });
    answer.required?.push('created_at');
  };
  t.strictSame(findingsOf(harmless), []);
});

t.test('a specific status and `default` may replace a range of statuses', async (t) => {
  const range: Change = ({ operation }) => {
    operation.responses = { '2XX': { description: 'Done.' } };
  };
  const [before, after, withoutDefault] = [changed(range), changed(range), changed(range)];
  const responsesOf = (document: Document) => operationsOf(document)[0]?.operation as Operation;
  responsesOf(after).responses = { '200': { description: 'Done.' }, default: { description: 'Other.' } };
  responsesOf(withoutDefault).responses = { '200': { description: 'Done.' } };
  t.strictSame(breakingChanges(before, after), []);
  t.strictSame(
    breakingChanges(before, withoutDefault).map(({ text }) => text),
    ['createThing 2XX: the response was removed'],
  );
});

t.test('only the Breaking section of the newest version in the changelog allows a breaking change', async (t) => {
  const findings = [
    { subject: 'Thing', text: 'Thing.kind: the member was removed' },
    { subject: 'listThings', text: 'listThings: GET /things was removed' },
  ];
  const changelog =
    '# Changelog\n\n## 1.1.0\n\n- New.\n\n### Breaking\n\n- `Thing.kind` is gone.\n\n## 1.0.0\n\n### Breaking\n\n- `listThings`\n';
  t.strictSame(
    unannounced(findings, changelog).map(({ subject }) => subject),
    ['listThings'],
  );
  t.equal(unannounced(findings, '# Changelog\n\n## 1.1.0\n\n- Thing and listThings changed.\n').length, 2);
});
