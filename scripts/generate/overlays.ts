// Overlays (OpenAPI Overlay 1.0) with the vendor extensions of client generators: retries, pagination and idempotency
// keys. The published document contains no vendor extensions.

import { type Document, type OperationAt, operationsOf, parametersOf, resolve } from '../document/index.ts';

/** The form of a generator's hints. */
interface Hints {
  title: string;
  /** At the top of the document. */
  root: object;
  /** For an operation that can be sent again without a second effect. */
  repeatable: object;
  /** For an operation that must not be sent again without an idempotency key, because it would do its work twice. */
  unrepeatable: object;
  /** For an operation that accepts `Idempotency-Key`. */
  idempotent: object;
  /** For a list: `after` takes the `last_id` of the page before, which is null on an empty page. */
  list: object;
}

const backoff = { initialInterval: 500, maxInterval: 30_000, maxElapsedTime: 120_000, exponent: 2 };

const generators: Record<string, Hints> = {
  fern: {
    title: 'Hints for Fern',
    root: { 'x-fern-idempotency-headers': [{ header: 'Idempotency-Key', name: 'idempotencyKey' }] },
    repeatable: {},
    unrepeatable: { 'x-fern-retries': { disabled: true } },
    idempotent: { 'x-fern-idempotent': true },
    list: {
      'x-fern-pagination': { cursor: '$request.after', next_cursor: '$response.last_id', results: '$response.data' },
    },
  },
  speakeasy: {
    title: 'Hints for Speakeasy',
    root: {
      'x-speakeasy-retries': { strategy: 'backoff', backoff, statusCodes: ['429'], retryConnectionErrors: false },
    },
    repeatable: {
      'x-speakeasy-retries': { strategy: 'backoff', backoff, statusCodes: ['429', '5XX'], retryConnectionErrors: true },
    },
    unrepeatable: {},
    idempotent: {},
    list: {
      'x-speakeasy-pagination': {
        type: 'cursor',
        inputs: [{ name: 'after', in: 'parameters', type: 'cursor' }],
        outputs: { nextCursor: '$.last_id', results: '$.data' },
      },
    },
  },
};

/** Returns the overlays by their paths below generated/. */
export function overlayFiles(document: Document): [path: string, text: string][] {
  return Object.entries(generators).map(([name, hints]) => [
    `overlays/${name}.json`,
    `${JSON.stringify(overlay(document, hints), null, 2)}\n`,
  ]);
}

function overlay(document: Document, hints: Hints): object {
  const ofOperations = operationsOf(document).map((at) => ({
    target: `$.paths['${at.path}'].${at.method}`,
    update: {
      ...(/^(get|put|delete)$/.test(at.method) ? hints.repeatable : hints.unrepeatable),
      ...(parametersOf(document, at.operation).some(({ name }) => name === 'Idempotency-Key') ? hints.idempotent : {}),
      ...(isPaged(document, at) ? hints.list : {}),
    },
  }));
  return {
    overlay: '1.0.0',
    info: { title: hints.title, version: document.info.version },
    extends: '../openapi.json',
    actions: [
      { target: '$', update: hints.root },
      ...ofOperations.filter(({ update }) => Object.keys(update).length > 0),
    ],
  };
}

function isPaged(document: Document, { operation }: OperationAt): boolean {
  const page = resolve(document, operation.responses['200']?.content?.['application/json']?.schema ?? {});
  return (
    parametersOf(document, operation).some(({ name }) => name === 'after') && page.properties?.last_id !== undefined
  );
}
