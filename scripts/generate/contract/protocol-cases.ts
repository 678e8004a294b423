// Cases that every operation has: methods that its path does not support, and a missing credential.

import type { ContractCase, Document, Operation, OperationAt } from '../../document/index.ts';
import { accessOf } from '../tables.ts';

/** The first of these methods that a path does not support is sent. */
const otherMethods = ['put', 'patch', 'delete', 'post', 'get'];

/** Returns the cases of the operation. The cases of a path belong to its first operation. */
export function protocolCases(document: Document, { path, operation }: OperationAt, caller: string): ContractCase[] {
  const methods = methodsAt(document, path);
  const [first] = Object.values(document.paths[path] ?? {});
  const isFirst = first?.operationId === operation.operationId;
  const other = otherMethods.find((name) => !methods.includes(name));
  const { operationId } = operation;
  const method: ContractCase[] =
    !isFirst || other === undefined || operation['x-passes-on'] !== undefined
      ? []
      : [
          {
            id: `${operationId}/protocol/-/other-method`,
            rule: 'method',
            request: { method: other.toUpperCase() },
            expect: { status: 405, code: 'method_not_allowed', headers: { allow: allowOf(methods) } },
          },
        ];
  // A request from outside the server's own pages is refused for its origin first. A runner on the server's machine
  // needs no credential for local operations.
  const isLocal = accessOf(operation).local !== undefined;
  if (caller === 'anyone' || caller === 'browser_session' || isLocal) return method;
  return [
    ...method,
    {
      id: `${operationId}/protocol/-/no-credential`,
      rule: 'credential',
      request: { credential: null },
      expect: { status: 401, code: 'missing_api_key' },
    },
  ];
}

/** Returns the methods of every template that matches the path. A path without parameters answers for itself alone. */
function methodsAt(document: Document, path: string): string[] {
  if (!path.includes('{')) return Object.keys(document.paths[path] ?? {});
  const segments = path.split('/');
  const takesIn = (template: string): boolean => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => (/^\{/.test(part) && segments[index] !== '') || part === segments[index])
    );
  };
  const isOwn = (methods: Record<string, Operation>): boolean =>
    Object.values(methods).every((operation) => operation['x-passes-on'] !== 'endpoint');
  const found = Object.entries(document.paths).filter(([template, methods]) => takesIn(template) && isOwn(methods));
  return [...new Set(found.flatMap(([, methods]) => Object.keys(methods)))];
}

function allowOf(methods: string[]): string {
  const known = [...methods, ...(methods.includes('get') ? ['head'] : [])];
  return known
    .map((name) => name.toUpperCase())
    .sort()
    .join(', ');
}
