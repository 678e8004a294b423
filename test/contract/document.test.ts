// Tests the rules of the published document. Each rule must also find a violation in a document that breaks it.

import { readFileSync, statSync } from 'node:fs';
import { checkSync } from 'recheck';
import t from 'tap';
import { document } from '../../scripts/contract/answers.ts';
import { type Document, operationsOf } from '../../scripts/document/document.ts';
import {
  badExamples,
  isList,
  likeValues,
  listExemptions,
  namedLikeMembers,
  namelessBodies,
  oddLists,
  onlyNull,
  patternsOf,
  strayExtensions,
  unbounded,
  unboundedNumbers,
  unclearAccess,
  undeclared,
  undescribed,
  withoutExample,
  wronglyOpen,
} from './document-rules.ts';

type Rule = (document: Document) => string[];

/** Each rule, with a change that breaks it. */
const rules: [claim: string, rule: Rule, spoil: (document: Document) => void][] = [
  [
    'every schema, property, operation and parameter has a word about it',
    undescribed,
    (spoilt) => {
      delete schemaOf(spoilt, 'Project').properties?.limits;
      schemaOf(spoilt, 'Project').properties = {
        ...schemaOf(spoilt, 'Project').properties,
        limits: { type: 'boolean' },
      };
    },
  ],
  [
    'every text, list and number has bounds',
    unbounded,
    (spoilt) => {
      delete schemaOf(spoilt, 'Name').maxLength;
    },
  ],
  [
    'every request body has an example',
    withoutExample,
    (spoilt) => {
      delete schemaOf(spoilt, 'CreateKeyRequest').examples;
    },
  ],
  [
    'every example is valid, and every body has one of each field',
    badExamples,
    (spoilt) => {
      schemaOf(spoilt, 'CreateKeyRequest').examples = [{ name: '' }];
    },
  ],
  [
    'admin and organization bodies are closed at every depth, and all others are open',
    wronglyOpen,
    (spoilt) => {
      delete schemaOf(spoilt, 'ProjectLimits').additionalProperties;
    },
  ],
  [
    'every operation says who may call it, in one voice',
    unclearAccess,
    (spoilt) => {
      delete operationOf(spoilt, 'listUsers')['x-access'];
    },
  ],
  [
    'every operation needs exactly one permission, but for those of everyone and of one account',
    unclearAccess,
    (spoilt) => {
      Object.assign(operationOf(spoilt, 'listUsers')['x-access'] ?? {}, { permission: 'none' });
    },
  ],
  [
    'every operation declares the statuses that it can answer with',
    undeclared,
    (spoilt) => {
      delete operationOf(spoilt, 'listUsers').responses['401'];
    },
  ],
  [
    'every body says what it is',
    namelessBodies,
    (spoilt) => {
      operationOf(spoilt, 'sendMcpMessage').requestBody = { content: { '*/*': {} } };
    },
  ],
  [
    'every list comes in the envelope, and can be walked',
    oddLists,
    (spoilt) => {
      operationOf(spoilt, 'listProjects').parameters =
        operationOf(spoilt, 'listProjects').parameters?.filter(({ name }) => name !== 'before') ?? [];
    },
  ],
  [
    'no member is null only',
    onlyNull,
    (spoilt) => {
      Object.assign(schemaOf(spoilt, 'Project').properties?.name ?? {}, { type: 'null' });
    },
  ],
  [
    'the values of an enum differ in more than their case',
    likeValues,
    (spoilt) => {
      schemaOf(spoilt, 'ErrorType').enum = ['requests', 'Requests'];
    },
  ],
  [
    'no schema is named like a member of another',
    namedLikeMembers,
    (spoilt) => {
      spoilt.components.schemas.MessageModel = { type: 'object', properties: {} };
    },
  ],
  [
    'every extension names what is there',
    strayExtensions,
    (spoilt) => {
      delete schemaOf(spoilt, 'StaticChunkingRequest').properties?.max_chunk_size_tokens;
    },
  ],
];

for (const [claim, rule, spoil] of rules) {
  t.test(claim, async (t) => {
    t.strictSame(rule(document), []);
    const spoilt = structuredClone(document);
    spoil(spoilt);
    t.not(rule(spoilt).length, 0, 'the rule finds a violation');
  });
}

t.test('binary data is declared in the form that client generators recognize', async (t) => {
  const schemas = operationsOf(document).flatMap(({ operation: { requestBody, responses } }) => {
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    return contents.flatMap((content) => content?.['application/octet-stream']?.schema ?? []);
  });
  t.ok(schemas.length > 0);
  const { CreateFileForm, AddUploadPartForm } = document.components.schemas;
  const parts = [CreateFileForm?.properties?.file, AddUploadPartForm?.properties?.data];
  for (const schema of [...schemas, ...parts]) t.match(schema, { type: 'string', format: 'binary' });
});

t.test('the conventions stand in the reference, and the document says little at its head', async (t) => {
  // Some generators copy the description into each of their files.
  const { description = '' } = document.info;
  t.ok(description.length > 0 && description.length <= 1000, `${description.length} characters`);
  t.match(
    readFileSync(new URL('../../spec/reference.md', import.meta.url), 'utf8'),
    /at most 32 levels deep, and of at most 50,000 objects, arrays and members \(500,000/,
  );
});

t.test('every exemption of the document rules is needed', async (t) => {
  const lists = operationsOf(document).filter(({ operation }) => isList(document, operation));
  const ids = lists.map(({ operation }) => operation.operationId);
  t.strictSame(
    Object.keys(listExemptions).filter((id) => !ids.includes(id)),
    [],
  );
  t.strictSame(
    Object.keys(unboundedNumbers).filter((name) => document.components.schemas[name] === undefined),
    [],
  );
});

t.test('every pattern is matched in linear time', async (t) => {
  // The other backends of the library are a native program and a jar of 50 MB, which package.json excludes.
  process.env.RECHECK_SYNC_BACKEND = 'pure';
  const patterns = new Map(patternsOf(document).map(([at, pattern]) => [pattern, at]));
  t.ok(patterns.size > 0);
  for (const [pattern, at] of patterns) {
    const found = checkSync(pattern, 'u');
    t.match(found, { status: 'safe', complexity: { type: /^(safe|linear)$/ } }, `${at}: ${pattern}`);
  }
  t.equal(checkSync('^(a+)+$', 'u').status, 'vulnerable', 'a vulnerable pattern is detected');
});

t.test('the published document shares repeated parts under names without numbers', async (t) => {
  const published = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));
  const { schemas: _, ...shared } = document.components;
  const names = Object.values(shared).flatMap((parts) => Object.keys(parts));
  t.strictSame(
    names.filter((name) => /\d$/.test(name)),
    [],
  );
  const errors = operationsOf(published).flatMap(({ operation }) =>
    Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status)),
  );
  const repeated = errors.filter(([, { $ref }]) => $ref === undefined).length;
  t.ok(repeated < errors.length / 20, `${repeated} of ${errors.length} errors are inlined`);
});

t.test('the published document has at most 760,000 bytes, and 4 KiB for each operation after the first 164', (t) => {
  const { size } = statSync(new URL('../../generated/openapi.json', import.meta.url));
  const limit = 760_000 + 4096 * (operationsOf(document).length - 164);
  t.ok(size <= limit, `${size} bytes of ${limit}: share what is repeated, see scripts/generate/share.ts`);
  t.end();
});

function schemaOf(document: Document, name: string): Document['components']['schemas'][string] {
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`The document has no schema ${name}`);
  return schema;
}

function operationOf(document: Document, id: string): ReturnType<typeof operationsOf>[number]['operation'] {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`The document has no operation ${id}`);
  return found.operation;
}
