// Parts that all collections share: the address of a step's operation, and the script that judges its answer.

import { type Document, operationsOf } from '../../document/index.ts';
import type { Step } from './steps.ts';

export interface Address {
  method: string;
  /** With variables in the place of parameters, from `{{base_url}}` on. */
  url: string;
}

/**
 * Returns the address of the step's operation. Throws if the document has no such operation, or a parameter is missing.
 */
export function addressOf(document: Document, { operationId, path = {} }: Step): Address {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`The document has no operation ${operationId}`);
  const filled = found.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (path[name] === undefined) throw new Error(`A step of ${operationId} lacks ${name}`);
    return path[name];
  });
  return { method: found.method.toUpperCase(), url: `{{base_url}}${filled}` };
}

/** Returns JavaScript for what a JSON pointer leads to in `body`: `body?.data?.[0]?.filename`. */
export function reach(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return `body${parts.map((part) => (/^\d+$/.test(part) ? `?.[${part}]` : `?.${part}`)).join('')}`;
}

/** Returns JavaScript that is true where the answer, in `status` and `body`, is as the step expects. */
export function isExpected({ status = 200, expects = {} }: Step): string {
  return [
    `status === ${status}`,
    ...Object.entries(expects).map(([pointer, value]) => `${reach(pointer)} === ${JSON.stringify(value)}`),
  ].join(' && ');
}
