// Generates tables from the document: what the request pipeline needs to know of each operation, and the list of
// operations.

import {
  type Access,
  type Document,
  type Operation,
  type OperationAt,
  operationsOf,
  parametersOf,
  resolve,
  type Schema,
} from '../document/index.ts';
import { auditOf } from './audit.ts';

/** Returns the source of generated/operations.ts: for each operation id, what the request pipeline needs to know. */
export function operationsModule(document: Document): string {
  const needed = new Set(operationsOf(document).map(({ operation }) => accessOf(operation).permission));
  needed.delete('none');
  const rows = operationsOf(document).map((at) => `  ${at.operation.operationId}: ${literal(needsOf(document, at))},`);
  return [
    '// Made by `npm run generate` from spec/. What the request pipeline needs to know of each operation (http/calls/route.ts).',
    '',
    'export const operationTable = {',
    ...rows,
    '} as const;',
    '',
    '/** The id of an operation. */',
    'export type OperationId = keyof typeof operationTable;',
    '',
    '/** Every permission that an operation needs. */',
    'export const permissions = [',
    ...[...needed].sort().map((permission) => `  '${permission}',`),
    '] as const;',
    '',
    'export type Permission = (typeof permissions)[number];',
    "export type NeededPermission = Permission | 'none';",
    '',
  ].join('\n');
}

/** Returns the row of an operation, without members that have the default value. */
function needsOf(document: Document, { path, method, operation }: OperationAt): object {
  const access = accessOf(operation);
  if ((access.context === 'project') !== (operation['x-rate-limit'] === 'project'))
    throw new Error(`${operation.operationId}: calls of a project, and no others, have x-rate-limit "project"`);
  const isSlashed = path.length > 1 && path.endsWith('/');
  const form = operation.requestBody?.content['multipart/form-data']?.schema;
  const isForm = form !== undefined && operation['x-passes-on'] === undefined;
  return {
    method,
    path: isSlashed ? path.slice(0, -1) : path,
    trailingSlash: isSlashed || undefined,
    access,
    body: isForm ? 'form' : bodyOf(operation),
    form: isForm
      ? { file: fileOf(document, operation.operationId, form), maxBytes: operation['x-max-file-bytes'] }
      : undefined,
    bodyLimit: operation['x-body-limit'] ?? 'usual',
    callsModel: operation['x-calls-model'],
    passesOn: operation['x-passes-on'],
    errors: operation['x-errors'],
    apiKeyHeader: apiKeyHeaderOf(document, operation),
    rateLimit: operation['x-rate-limit'],
    idempotent: parametersOf(document, operation).some(({ name }) => name === 'Idempotency-Key') || undefined,
    audit: auditOf(method, operation),
    rows: rowsOf(document, operation),
  };
}

/** Returns the rows that the path names, in its order; undefined if it names none. */
function rowsOf(document: Document, operation: Operation): object[] | undefined {
  const rows = parametersOf(document, operation).flatMap(({ name: parameter, 'x-row': row }) =>
    row === undefined ? [] : [{ name: nameOfRow(parameter), parameter, kind: row.kind }],
  );
  return rows.length === 0 ? undefined : rows;
}

/** Returns the name under which a handler gets the row: `vectorStore` for `vector_store_id`. */
function nameOfRow(parameter: string): string {
  return parameter.replace(/_id$/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the header that takes a credential in place of `Authorization`. */
function apiKeyHeaderOf({ components }: Document, { security = [] }: Operation): string | undefined {
  const schemes = security.flatMap(Object.keys).map((name) => components.securitySchemes?.[name]);
  const found = schemes.find((scheme) => scheme?.type === 'apiKey' && scheme.in === 'header');
  return found?.name;
}

/** Returns the kind of body. A body that is forwarded to an upstream is read as bytes, whatever its media type. */
function bodyOf({ requestBody, ...operation }: OperationAt['operation']): 'none' | 'json' | 'bytes' {
  if (requestBody === undefined) return 'none';
  return 'application/json' in requestBody.content && operation['x-passes-on'] === undefined ? 'json' : 'bytes';
}

/** Returns the name of a form's only file part. */
export function fileOf(document: Document, operationId: string, form: Schema): string {
  const { properties = {} } = resolve(document, form);
  const [name, ...others] = Object.keys(properties).filter((part) => properties[part]?.format === 'binary');
  if (name === undefined || others.length > 0) throw new Error(`The form of ${operationId} must have one file`);
  return name;
}

/** Returns the source of a TypeScript literal with the value. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? `'${value}'` : String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{ ${members.map(([name, member]) => `${name}: ${literal(member)}`).join(', ')} }`;
}

/**
 * Returns the source of generated/rows.ts: how each model that a path names is read.
 * @param fileOfModel returns the file of a model.
 */
export function rowsModule(document: Document, fileOfModel: (model: string) => string): string {
  const readers = new Map<string, string>();
  for (const { operation } of operationsOf(document)) {
    for (const { name, 'x-row': row } of parametersOf(document, operation)) {
      if (row === undefined) continue;
      const { kind: model, within, by = `${within}Id`, called = name.replace(/_id$/, '').replaceAll('_', ' ') } = row;
      readers.set(
        model,
        `  ${model}: { within: '${within}', called: '${called}', read: (id: string, parent: string) => readOne(${model}, { id, ${by}: parent }) },`,
      );
    }
  }
  const models = [...readers.keys()].sort();
  return [
    '// Made by `npm run generate` from spec/: how the rows that paths name are read (`x-row` in spec/common/access.tsp).',
    '',
    "import { readOne } from '../models/page.ts';",
    ...models.map((model) => `import { ${model} } from '../${fileOfModel(model)}';`),
    '',
    'export const rowReaders = {',
    ...models.map((model) => readers.get(model)),
    '} as const;',
    '',
    '/** A model of a row that a path may name. */',
    'export type RowModel = keyof typeof rowReaders;',
    '',
    '/** The row of a model. */',
    "export type RowOf<Model extends RowModel> = NonNullable<Awaited<ReturnType<(typeof rowReaders)[Model]['read']>>>;",
    '',
  ].join('\n');
}

/** Returns the source of generated/id-kinds.ts: every kind of id that the document accepts as a cursor. */
export function idKindsModule(document: Document): string {
  const kinds = [...JSON.stringify(document).matchAll(/"format":"([a-z-]+)-id"/g)].map(([, kind = '']) => kind);
  const names = [...new Set(kinds)].sort().map((kind) => `'${kind}'`);
  return [
    '// Made by `npm run generate` from spec/: the kinds of id that lists take as cursors.',
    '',
    `export const idKinds = [${names.join(', ')}] as const;`,
    '',
  ].join('\n');
}

/** Returns the text of generated/operations.txt: the API at a glance, with who may do what, a line for each operation. */
export function operationsTable(document: Document): string {
  const rows = operationsOf(document).map(({ path, method, operation }) => {
    const { callers, context, organization, origin, local, permission } = accessOf(operation);
    const named = organization === undefined ? '' : `(${organization})`;
    const from = origin === undefined ? '' : ` origin=${origin}`;
    const nearby = local === undefined ? '' : ` local=${local}`;
    return [
      method.toUpperCase(),
      path,
      operation.operationId,
      `context=${context}${named}${from}${nearby}`,
      permission === 'none' ? '-' : permission,
      callers.join(','),
    ];
  });
  rows.sort(([, a = '', aId = ''], [, b = '', bId = '']) => (a === b ? (aId < bId ? -1 : 1) : a < b ? -1 : 1));
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the end of generated/openapi.ts: for each path and method, the names in the query and at the top of the body
 * that have a default. The types in that file require them, which is right for handlers; a caller may omit them.
 */
export function defaultsInterface(document: Document): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) => {
    const members = Object.entries(methods).flatMap(([method, operation]) => {
      const names = defaultedNames(document, operation).map((name) => JSON.stringify(name));
      return names.length === 0 ? [] : [`${method}: ${names.join(' | ')}`];
    });
    return members.length === 0 ? [] : [`    ${JSON.stringify(path)}: { ${members.join('; ')} };`];
  });
  return ['export interface defaults {', ...rows, '}', ''].join('\n');
}

function defaultedNames(document: Document, operation: Operation): string[] {
  const query = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');
  const body = operation.requestBody?.content['application/json']?.schema ?? {};
  const given = [
    ...query.map(({ name, schema }): [string, Schema] => [name, schema]),
    ...Object.entries(resolve(document, body).properties ?? {}),
  ];
  return given.filter(([, schema]) => resolve(document, schema).default !== undefined).map(([name]) => name);
}

/**
 * Returns the access group of an operation. Throws if the spec gives none, so that no operation is served without a
 * decision.
 */
export function accessOf(operation: { operationId: string; 'x-access'?: Access }): Access {
  const access = operation['x-access'];
  if (access === undefined)
    throw new Error(`${operation.operationId} has no x-access: declare it from a template of spec/common/access.tsp`);
  return access;
}
