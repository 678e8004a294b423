// Finds the operation of a document that handles a request.

import { type Document, type Operation, type OperationAt, operationsOf } from '../document/index.ts';

export interface Route extends OperationAt {
  /** Matches the paths of the operation. */
  pattern: RegExp;
}

/** Returns every operation of the document, in its order. */
export function routesOf(document: Document): Route[] {
  return operationsOf(document).map((at) => ({ ...at, pattern: patternOf(at.path, at.operation) }));
}

/** Returns a function that finds the operation of a request, or undefined if the document has no such path or method. */
export function finderOf(routes: Route[]): (method: string, path: string) => Operation | undefined {
  // If several templates match, the one with more literal text comes first: `/a/b` before `/a/{name}`.
  const mostLiteralFirst = routes.toSorted((a, b) => literalsOf(b.path) - literalsOf(a.path));
  const methods = new Set(routes.map(({ method }) => method));
  const ofMethod = new Map(
    [...methods].map((method) => [method, mostLiteralFirst.filter((route) => route.method === method)]),
  );
  const literal = new Set(routes.map(({ path }) => path).filter((path) => !path.includes('{')));
  return (method, path) => {
    const sought = method === 'HEAD' ? 'get' : method.toLowerCase();
    const [pathname = ''] = path.split('?');
    // A path without parameters answers for itself alone, whatever the method. A custom endpoint may have its other methods.
    const isOwn = ({ path, operation }: Route): boolean => path === pathname || operation['x-passes-on'] === 'endpoint';
    const isCandidate = literal.has(pathname) ? isOwn : () => true;
    return ofMethod.get(sought)?.find((route) => isCandidate(route) && route.pattern.test(pathname))?.operation;
  };
}

function literalsOf(template: string): number {
  return template.replace(/\{[^}]+\}/g, '').length;
}

function patternOf(path: string, operation: Operation): RegExp {
  // A custom endpoint's path may have any number of segments.
  const parameter = operation['x-passes-on'] === 'endpoint' ? '.+' : '[^/]+';
  const escaped = path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, parameter);
  return new RegExp(`^${escaped.endsWith('/') ? `${escaped}?` : escaped}$`);
}
