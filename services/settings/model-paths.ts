// The paths of the operations that call models. A custom endpoint or an MCP server at such a path would call priced
// models without their price.

import { operationTable } from '../../generated/operations.ts';
import { foldName } from '../platform/index.ts';

const modelPaths: readonly string[] = [
  ...new Set(
    Object.values(operationTable)
      .filter(({ body, bodyLimit, path }) => body === 'json' && bodyLimit === 'inference' && !path.includes('{'))
      .map(({ path }) => path),
  ),
];

/**
 * Returns the path of the operation that a server could take the path for: it is the same path or a path below it, but
 * for case, dots and repeated segments of /v1. Undefined: none.
 */
export function modelPathOf(path: string): string | undefined {
  const plain = plainPath(path).replace(/^(?:\/v1)+(?=\/)/, '/v1');
  return modelPaths.find((own) => `${plain}/`.startsWith(`${own}/`));
}

/** Returns the path of the operation that occurs anywhere in the path of an address. Undefined: none. */
export function modelPathIn(path: string): string | undefined {
  return modelPaths.find((own) => `${plainPath(path)}/`.includes(`${own}/`));
}

function plainPath(path: string): string {
  return foldName(path.replaceAll('.', '').replaceAll(/\/+/g, '/'));
}
