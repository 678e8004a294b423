// The small tables that follow from the document: who may call what, and the list of operations.

import { type Access, type Document, operationsOf } from './document.ts';

/** The source of generated/access.ts: operation id → access group. */
export function accessModule(document: Document): string {
  const rows = operationsOf(document).map(({ operation }) => {
    const { callers, ...rest } = accessOf(operation);
    const members = Object.entries(rest).map(([name, value]) => `, ${name}: '${value}'`);
    return `  ${operation.operationId}: { callers: [${callers.map((caller) => `'${caller}'`).join(', ')}]${members.join('')} },`;
  });
  return [
    '// Made by `npm run generate` from spec/. Who may call each operation, and what the context headers mean for it.',
    '',
    'export const access = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

/** generated/operations.txt: the API at a glance, a line for each operation. */
export function operationsTable(document: Document): string {
  const rows = operationsOf(document).map(({ path, method, operation }) => {
    const { callers, context, organization, origin } = accessOf(operation);
    const named = organization === undefined ? '' : `(${organization})`;
    const from = origin === undefined ? '' : ` origin=${origin}`;
    return [method.toUpperCase(), path, operation.operationId, `context=${context}${named}${from}`, callers.join(',')];
  });
  rows.sort(([, a = '', aId = ''], [, b = '', bId = '']) => (a === b ? (aId < bId ? -1 : 1) : a < b ? -1 : 1));
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** The access group of an operation. Throws when the spec gives none: an operation nobody thought about is not served. */
export function accessOf(operation: { operationId: string; 'x-access'?: Access }): Access {
  const access = operation['x-access'];
  if (access === undefined)
    throw new Error(`${operation.operationId} has no x-access: declare it from a template of spec/common/access.tsp`);
  return access;
}
