// Paths that stand for another path of the document.

const modelsPath = /^\/v1\/models(?=\/|$)/;

/**
 * Returns the path of the operation that answers: models have other paths for the clients of Anthropic's API, and
 * reranking has one more for Cohere's.
 */
export function operationPath(path: string, headers: Readonly<Record<string, unknown>>): string {
  if (path === '/v2/rerank') return '/v1/rerank';
  return headers['anthropic-version'] === undefined ? path : path.replace(modelsPath, '/v1/messages/models');
}
