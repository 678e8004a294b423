// Cases of what stands around every operation: methods that its path does not know, and a credential that lacks.

import type { ContractCase, Document, Operation, OperationAt } from '../../document/index.ts';
import { accessOf } from '../tables.ts';

/** Tried in this order: the first that a path does not know is sent. */
const otherMethods = ['put', 'patch', 'delete', 'post', 'get'];

/** The cases of the operation; those of its path stand with the first operation of the path. */
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
  // Where no page of the server's own asks, it is refused for that. A runner on the server's machine needs no credential.
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

/** Of every template that the path is of: `/v1/invitations/{id}` takes in `/v1/invitations/create`. */
function methodsAt(document: Document, path: string): string[] {
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
