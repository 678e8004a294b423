// The rules of the published document. Each rule is a function that returns the violations of a document.

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

/** A schema with its location in the document. */
interface Found {
  at: string;
  schema: Schema;
}

const usagePage = 'the public API: usage comes as a page of buckets, walked by next_page';

/** Lists without the standard envelope, with the reason. */
export const listExemptions: Record<string, string> = {
  pollWebhookEvents: 'a reader goes on from an opaque cursor, in the order of commits',
  getCompletionsLatency: usagePage,
  getCompletionsUsage: usagePage,
  getEmbeddingsUsage: usagePage,
  getFileSearchCallsUsage: usagePage,
  getVectorStoresUsage: usagePage,
  getFilesUsage: usagePage,
  getRequestsUsage: usagePage,
  getAudioSpeechesUsage: usagePage,
  getAudioTranscriptionsUsage: usagePage,
  getCodeInterpreterSessionsUsage: usagePage,
  getImagesUsage: usagePage,
  getModerationsUsage: usagePage,
  getWebSearchCallsUsage: usagePage,
  getCosts: usagePage,
  listModels: 'interface, section 2: the model list has neither first_id, last_id nor has_more',
  retrieveVectorStoreFileContent: 'the public API: the whole text of a file, in one page of pieces',
  searchVectorStore: 'the public API: the best results of a search, in one page',
  createEmbedding: 'the public API’s list of vectors, in one piece',
  createConversationItems: 'the public API: the created items, in one page',
  listMessageModels: 'Anthropic’s list of models, with its own cursors',
  listRateLimits: 'the public API: a limit for each model, in the order of the models',
  listInputItems: 'the upstream’s list, as it has it: no before',
  listFineTuningWorkers: 'interface, sections 2 and 4.6: no first_id and last_id, no before and order',
};

/** Numbers without bounds, with the reason. */
export const unboundedNumbers: Record<string, string> = {
  MetadataValue: 'a caller’s own number, which the server keeps and never counts with',
  AttributeValue: 'a number to compare such numbers with',
};

/**
 * Returns every named schema with its nested schemas, and the schemas of all parameters, without following references.
 */
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

/** Returns schemas, properties, operations and parameters without a description. */
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

/** Returns strings, lists and numbers without bounds. */
export function unbounded(document: Document): string[] {
  const isUnbounded = ({ at, schema }: Found): boolean => {
    const { type, maxLength, maxItems, minimum, maximum } = schema;
    if (schema.enum !== undefined) return false;
    // Binary data is limited by settings.
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

/** Returns members whose only value is null: client generators of typed languages have no type for them. */
export function onlyNull(document: Document): string[] {
  return Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([member, { type }]) =>
      (type as unknown) === 'null' ? [`${name}.${member}`] : [],
    ),
  );
}

/** Returns enums with values that differ in case only: client generators make one name of both. */
export function likeValues(document: Document): string[] {
  return schemasOf(document)
    .filter(({ schema: { enum: values = [] } }) => {
      const names = values.map((value) => String(value).toLowerCase());
      return new Set(names).size < names.length;
    })
    .map(({ at }) => at);
}

/**
 * Returns schemas that are named like a member of another: client generators make such a name for the type of a text with
 * bounds, and do not compile with both.
 */
export function namedLikeMembers({ components: { schemas } }: Document): string[] {
  const pascal = (name: string): string => name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([member, { type }]) => (type === 'string' || type === 'object') && `${name}${pascal(member)}` in schemas)
      .map(([member]) => `${name}${pascal(member)}`),
  );
}

/**
 * Returns examples that break their schema, bodies without an example, and examples that lack properties that a caller
 * could send.
 */
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

/** Returns operations with a body that have no example in the schema or the operation. */
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

/**
 * Returns bodies with the wrong rule for unknown members. Bodies in which a typo would change access rights must refuse
 * them at every depth, and all others must accept them.
 */
export function wronglyOpen(document: Document): string[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema;
    if (body === undefined) return [];
    const isStrict = path.startsWith('/admin/') || /^\/v1\/(organization|projects)\//.test(path);
    return followed(document, { at: operation.operationId, schema: body })
      .filter(({ schema }) => schema.properties !== undefined && (schema.additionalProperties === false) !== isStrict)
      .map(({ at }) => at);
  });
}

/** Returns the schema and all schemas inside it, following references. */
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

/** Returns operations whose access rules are missing or contradict their security. */
export function unclearAccess(document: Document): string[] {
  return operationsOf(document).flatMap(({ operation }) => {
    const { operationId, 'x-access': access, security } = operation;
    const say = (problem: string): string[] => [`${operationId} ${problem}`];
    if (access === undefined) return say('has no x-access');
    if (access.callers.length === 0 || access.callers.some((caller) => !callers.includes(caller)))
      return say('has unknown callers');
    if (!contexts.includes(access.context)) return say('has an unknown context');
    const isOwnAffair =
      access.context === 'none' &&
      !access.callers.some((one) => ['admin', 'worker_token'].includes(one) && !access.callers.includes('member'));
    if ((access.permission === 'none') !== isOwnAffair) return say('does not need exactly one permission');
    const isPublic = access.callers.includes('anyone');
    const needsNone = security?.length === 0 || (security?.some((scheme) => Object.keys(scheme).length === 0) ?? false);
    return isPublic === needsNone ? [] : say('does not say the same in x-access and security');
  });
}

/** Returns statuses that an operation can have and does not declare. */
export function undeclared(document: Document): string[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const needed = [
      // A redirect has no other success status, and SCIM has others.
      ...(['201', '204', '302', '303'].some((status) => status in operation.responses) ? [] : ['200']),
      '400',
      ...(['anthropic', 'oauth', 'scim'].includes(operation['x-errors'] ?? '') ? [] : ['422']),
      '500',
      ...(operation['x-access']?.callers.includes('anyone') ? [] : ['401', '403']),
      // An unknown organization in the path is a 403, because it is checked first.
      ...(path.includes('{') && !operation['x-access']?.organization?.startsWith('path.') ? ['404'] : []),
      ...(operation.requestBody === undefined ? [] : ['413', '415']),
    ];
    return needed
      .filter((status) => (operation.responses[status] ?? operation.responses.default) === undefined)
      .map((status) => `${operation.operationId} ${status}`);
  });
}

/**
 * Returns bodies that accept any media type. A generated client would send exactly this media type, which no server
 * accepts.
 */
export function namelessBodies(document: Document): string[] {
  return operationsOf(document).flatMap(({ operation }) =>
    Object.keys(operation.requestBody?.content ?? {})
      .filter((type) => type.includes('*'))
      .map((type) => `${operation.operationId} ${type}`),
  );
}

/** Returns true if the operation returns a list. */
export function isList(document: Document, operation: Operation): boolean {
  const schema = operation.responses['200']?.content?.['application/json']?.schema;
  const { properties = {} } = resolve(document, schema ?? {});
  return properties.data !== undefined && resolve(document, properties.data).type === 'array';
}

/** Returns lists without the standard envelope or without paging parameters. */
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

/** Returns every pattern of the document with its location. */
export function patternsOf(document: Document): [at: string, pattern: string][] {
  return schemasOf(document).flatMap(({ at, schema }): [string, string][] =>
    schema.pattern === undefined ? [] : [[at, schema.pattern]],
  );
}

/** Returns extensions that refer to something unknown. */
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
