// Reads the model list of an upstream: GET /models of the public API, with the extensions of some servers.

import type { ConfiguredModel } from '../../settings/index.ts';
import { UpstreamFault } from './exchange.ts';
import type { Upstream } from './upstream.ts';

const firstByteMs = 10_000;
const maxBytes = 8 << 20;
const maxModels = 10_000;

export interface OfferedModel extends ConfiguredModel {
  /** Unix seconds; 0 if unknown. */
  created: number;
  ownedBy: string;
}

/** Requests the models of the upstream. Throws if the response is not a list. */
export async function discover(upstream: Upstream): Promise<OfferedModel[]> {
  // Anthropic's list has pages, of 20 models by default and 1000 at most.
  const path = upstream.settings.api === 'anthropic' ? '/models?limit=1000' : '/models';
  const request = { method: 'GET', path, headers: ['accept', 'application/json'], body: undefined };
  const exchange = upstream.send(upstream.api, request, { firstByteMs });
  const head = await exchange.head;
  if (head instanceof UpstreamFault) {
    upstream.recordFailure(head.kind);
    throw head;
  }
  upstream.noteServer(head.headers);
  const bytes = await exchange.collect(maxBytes);
  if (bytes === undefined) exchange.abort();
  const data = head.status === 200 ? listIn(bytes) : undefined;
  if (data === undefined) {
    upstream.recordFailure(head.status === 200 ? 'no_answer' : String(head.status));
    throw new UpstreamFault('broken', `GET /models answered ${head.status}, without a list of models`);
  }
  // In the list of Ollama, `library` owns the models.
  upstream.isOllama = data.some((item) => Object(item).owned_by === 'library');
  return data.slice(0, maxModels).flatMap((item: unknown) => toModel(item, upstream.settings.name));
}

/** Returns the list in a response, or undefined. Ollama answers null while it has no model. */
export function listIn(bytes: Buffer | undefined): unknown[] | undefined {
  try {
    const { data } = JSON.parse(String(bytes)) as { data?: unknown };
    return Array.isArray(data) ? data : data === null ? [] : undefined;
  } catch {
    return undefined;
  }
}

export function configured(models: readonly ConfiguredModel[], upstreamName: string): OfferedModel[] {
  return models.map((model) => ({ ...model, created: 0, ownedBy: upstreamName }));
}

function toModel(item: unknown, upstreamName: string): OfferedModel[] {
  if (typeof item !== 'object' || item === null) return [];
  const { id, created, owned_by: ownedBy, ...others } = item as Record<string, unknown>;
  if (typeof id !== 'string' || id === '' || id.length > 255) return [];
  return [
    {
      id,
      upstreamId: null,
      kind: 'unknown',
      contextLength: contextLengthOf(others),
      dimensions: null,
      maxInputs: null,
      created: isCount(created) ? created : 0,
      ownedBy: typeof ownedBy === 'string' ? ownedBy.slice(0, 255) : upstreamName,
    },
  ];
}

/** The names of the field in vLLM, OpenRouter and llama.cpp, Groq, and Mistral. */
const contextLengthNames = ['max_model_len', 'context_length', 'context_window', 'max_context_length'];

function contextLengthOf(item: Record<string, unknown>): number | null {
  return contextLengthNames.map((name) => item[name]).find(isCount) ?? null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
