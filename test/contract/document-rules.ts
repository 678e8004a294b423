// Rules that the published document keeps, each as a function from a document to what breaks it.

import {
  branchesOf,
  type Document,
  type Operation,
  operationsOf,
  parametersOf,
  resolve,
  type Schema,
} from '../../scripts/document/document.ts';
import { judge } from '../../scripts/generate/contract/judge.ts';

/** A schema of the document, and where it stands. */
interface Found {
  at: string;
  schema: Schema;
}

const usagePage = 'the public API: usage comes as a page of buckets, walked by next_page';

/** Lists in another form than the envelope, and who says so. */
export const listExemptions: Record<string, string> = {
  getCompletionsUsage: usagePage,
  getEmbeddingsUsage: usagePage,
  getVectorStoresUsage: usagePage,
  getFilesUsage: usagePage,
  getRequestsUsage: usagePage,
  getCosts: usagePage,
  listModels: 'interface, section 2: the model list has neither first_id, last_id nor has_more',
  retrieveVectorStoreFileContent: 'the public API: the whole text of a file, in one page of pieces',
  searchVectorStore: 'the public API: the best results of a search, in one page',
  createEmbedding: 'the public API’s list of vectors, in one piece',
  listInputItems: 'the upstream’s list, as it has it: no before',
  listFineTuningWorkers: 'interface, sections 2 and 4.6: no first_id and last_id, no before and order',
};

/** Numbers without bounds, and why. */
export const unboundedNumbers: Record<string, string> = {
  MetadataValue: 'a caller’s own number, which the server keeps and never counts with',
  AttributeValue: 'a number to compare such numbers with',
};

/** Every named schema with all that it contains, and the schemas of all parameters. References are not followed. */
function schemasOf(document: Document): Found[] {
  const named = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    within(document, { at: name, schema }),
  );
  const ofParameters = operationsOf(document).flatMap(({ operation }) =>
    parametersOf(document, operation).flatMap(({ name, schema }) =>
      within(document, { at: `${operation.operationId}.${name}`, schema }),
    ),
  );
  const ofBodies = operationsOf(document).flatMap(({ operation }) =>
    [operation.requestBody, ...Object.values(operation.responses)].flatMap((body) =>
      Object.entries(body?.content ?? {}).flatMap(([type, { schema = {} }]) =>
        schema.$ref === undefined ? within(document, { at: `${operation.operationId} ${type}`, schema }) : [],
      ),
    ),
  );
  return [...named, ...ofParameters, ...ofBodies];
}

function within(document: Document, found: Found): Found[] {
  const { at, schema } = found;
  const inner: Found[] = [
    ...Object.entries(schema.properties ?? {}).map(([name, property]) => ({ at: `${at}.${name}`, schema: property })),
    ...(schema.anyOf === undefined ? [] : branchesOf(document, schema).map((branch) => ({ at, schema: branch }))),
    ...(schema.items === undefined ? [] : [{ at: `${at}[]`, schema: schema.items }]),
    ...(typeof schema.additionalProperties === 'object'
      ? [{ at: `${at}{}`, schema: schema.additionalProperties }]
      : []),
  ];
  return [found, ...inner.flatMap((one) => within(document, one))];
}

/** Schemas, properties, operations and parameters without a word about them. */
export function undescribed(document: Document): string[] {
  const hasWord = (schema: Schema): boolean => (resolve(document, schema).description ?? '') !== '';
  const named = Object.entries(document.components.schemas).filter(([, schema]) => !hasWord(schema));
  const properties = schemasOf(document).flatMap(({ at, schema }) =>
    Object.entries(schema.properties ?? {})
      .filter(([, property]) => !hasWord(property))
      .map(([name]) => `${at}.${name}`),
  );
  const operations = operationsOf(document).flatMap(({ operation }) => [
    ...((operation.description ?? '') === '' ? [operation.operationId] : []),
    ...parametersOf(document, operation)
      .filter(({ description = '' }) => description === '')
      .map(({ name }) => `${operation.operationId}.${name}`),
  ]);
  return [...named.map(([name]) => name), ...properties, ...operations];
}

/** Texts, lists and numbers without bounds. */
export function unbounded(document: Document): string[] {
  const isUnbounded = ({ at, schema }: Found): boolean => {
    const { type, maxLength, maxItems, minimum, maximum } = schema;
    if (schema.enum !== undefined) return false;
    // Bytes are bounded by settings, and counted as they come.
    if (type === 'string') return maxLength === undefined && schema.format !== 'binary';
    if (type === 'array') return maxItems === undefined;
    const isNumber = type === 'integer' || type === 'number';
    return isNumber && unboundedNumbers[at] === undefined && (minimum === undefined || maximum === undefined);
  };
  return [
    ...new Set(
      schemasOf(document)
        .filter(isUnbounded)
        .map(({ at }) => at),
    ),
  ];
}

/** Examples that break their schema; bodies without one; and examples that leave out what a caller could send. */
export function badExamples(document: Document): string[] {
  const broken = schemasOf(document).flatMap(({ at, schema }) =>
    (schema.examples ?? [])
      .flatMap((example) => judge(document, schema, example, [at]))
      .map(({ loc, type }) => `${loc.join('.')} ${type}`),
  );
  const lacking = operationsOf(document).flatMap(({ operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema;
    if (body === undefined) return [];
    const { properties = {}, examples: [example] = [], 'x-one-of': choices = [] } = resolve(document, body);
    const isLeftOut = (name: string): boolean =>
      choices.includes(name) && choices.some((choice) => Object.hasOwn((example ?? {}) as object, choice));
    return Object.keys(properties)
      .filter((name) => branchesOf(document, properties[name] ?? {}).every((branch) => branch['x-known'] === undefined))
      .filter((name) => !Object.hasOwn((example ?? {}) as object, name) && !isLeftOut(name))
      .map((name) => `${operation.operationId} has no example of ${name}`);
  });
  return [...broken, ...lacking];
}

/** Operations with a body of which neither the schema nor the operation shows an example. */
export function withoutExample(document: Document): string[] {
  return operationsOf(document)
    .filter(({ operation: { requestBody } }) => {
      const [media] = Object.values(requestBody?.content ?? {});
      return (
        media !== undefined &&
        media.example === undefined &&
        resolve(document, media.schema ?? {}).examples === undefined
      );
    })
    .map(({ operation }) => operation.operationId);
}

/** Bodies where a typo changes who may do what take no unknown fields, at no depth; all others take them. */
export function wronglyOpen(document: Document): string[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema;
    if (body === undefined) return [];
    const isStrict = path.startsWith('/admin/') || path.startsWith('/v1/organization/');
    return followed(document, { at: operation.operationId, schema: body })
      .filter(({ schema }) => schema.properties !== undefined && (schema.additionalProperties === false) !== isStrict)
      .map(({ at }) => at);
  });
}

/** The schema and all that it contains, references followed. */
function followed(document: Document, { at, schema }: Found): Found[] {
  const resolved = { at, schema: resolve(document, schema) };
  return [
    resolved,
    ...within(document, resolved)
      .slice(1)
      .flatMap((inner) => (inner.schema.$ref === undefined ? [inner] : followed(document, inner))),
  ];
}

const callers = [
  'anyone',
  'admin',
  'owner',
  'member',
  'organization_key',
  'project_key',
  'refresh_token',
  'browser_session',
  'worker_token',
];
const contexts = ['none', 'organization', 'project', 'optional'];

/** Operations whose access is not said, or said twice in different words. */
export function unclearAccess(document: Document): string[] {
  return operationsOf(document).flatMap(({ operation }) => {
    const { operationId, 'x-access': access, security } = operation;
    const say = (problem: string): string[] => [`${operationId} ${problem}`];
    if (access === undefined) return say('has no x-access');
    if (access.callers.length === 0 || access.callers.some((caller) => !callers.includes(caller)))
      return say('has unknown callers');
    if (!contexts.includes(access.context)) return say('has an unknown context');
    const isPublic = access.callers.includes('anyone');
    const needsNone = security?.some((scheme) => Object.keys(scheme).length === 0) ?? false;
    return isPublic === needsNone ? [] : say('does not say the same in x-access and security');
  });
}

/** Statuses that an operation can answer with and does not declare. */
export function undeclared(document: Document): string[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const needed = [
      // What leads elsewhere has no other success.
      ...(operation.responses['302'] === undefined ? ['200'] : []),
      '400',
      '422',
      '500',
      ...(operation['x-access']?.callers.includes('anyone') ? [] : ['401', '403']),
      // An organization in the path is looked for before all else, and is a 403.
      ...(path.includes('{') && !operation['x-access']?.organization?.startsWith('path.') ? ['404'] : []),
      ...(operation.requestBody === undefined ? [] : ['413', '415']),
    ];
    return needed
      .filter((status) => (operation.responses[status] ?? operation.responses.default) === undefined)
      .map((status) => `${operation.operationId} ${status}`);
  });
}

/** Bodies of any type at all: a generated client would say just that of what it sends, and no server reads it. */
export function namelessBodies(document: Document): string[] {
  return operationsOf(document).flatMap(({ operation }) =>
    Object.keys(operation.requestBody?.content ?? {})
      .filter((type) => type.includes('*'))
      .map((type) => `${operation.operationId} ${type}`),
  );
}

/** Whether an operation answers with a list. */
export function isList(document: Document, operation: Operation): boolean {
  const schema = operation.responses['200']?.content?.['application/json']?.schema;
  const { properties = {} } = resolve(document, schema ?? {});
  return properties.data !== undefined && resolve(document, properties.data).type === 'array';
}

/** Lists that are not in the one envelope, or cannot be walked. */
export function oddLists(document: Document): string[] {
  return operationsOf(document)
    .filter(({ operation }) => isList(document, operation) && listExemptions[operation.operationId] === undefined)
    .flatMap(({ operation }) => {
      const { operationId } = operation;
      const { properties = {}, required = [] } = resolve(
        document,
        operation.responses['200']?.content?.['application/json']?.schema ?? {},
      );
      const members = ['object', 'data', 'first_id', 'last_id', 'has_more'].filter(
        (name) => properties[name] === undefined || !required.includes(name),
      );
      const names = parametersOf(document, operation).map(({ name }) => name);
      const parameters = ['after', 'before', 'limit', 'order'].filter((name) => !names.includes(name));
      return [...members, ...parameters].map((name) => `${operationId} lacks ${name}`);
    });
}

/** Every pattern of the document, with where it stands. */
export function patternsOf(document: Document): [at: string, pattern: string][] {
  return schemasOf(document).flatMap(({ at, schema }): [string, string][] =>
    schema.pattern === undefined ? [] : [[at, schema.pattern]],
  );
}

/** Extensions that name what is not there. */
export function strayExtensions(document: Document): string[] {
  return schemasOf(document).flatMap(({ at, schema }) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      Object.entries(resolve(document, property)['x-valid-with'] ?? {})
        .filter(([neighbour, value]) => {
          const beside = schema.properties?.[neighbour];
          return beside === undefined || judge(document, beside, value, []).length > 0;
        })
        .map(([neighbour]) => `${at}.${name} x-valid-with ${neighbour}`),
    ),
  );
}
