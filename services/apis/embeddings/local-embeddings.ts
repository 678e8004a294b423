// POST /v1/embeddings for models that this server computes itself, in the format and within the limits of the public
// API. Works in slices of about 10 ms, whatever the size of the input.

import type { components } from '../../../generated/openapi.ts';
import {
  describe,
  type ForwardedResponse,
  type Incoming,
  type InferenceServices,
  type LocalModel,
  modelNotAllowed,
  UpstreamFault,
} from '../../gateway/index.ts';
import {
  countTokens,
  firstTokens,
  loadTokenizer,
  nextSlice,
  textOfTokens,
  ValidationError,
  valueError,
} from '../../platform/index.ts';
import { isAllowedModel } from '../../tenancy/index.ts';

type EmbeddingRequest = components['schemas']['EmbeddingRequest'];
type Item = string | number[];

const maxTexts = 2048;
const maxTokens = 8192;
const maxTokensInAll = 300_000;
const sliceMs = 10;
/** The number of vectors that are serialized in a slice. */
const vectorsPerSlice = 100;

/**
 * Embeds the input and returns the response. Throws `model_not_found`, a ValidationError, or the refusal of a watcher
 * (such as a spend limit).
 */
export async function embedLocally(
  call: Incoming & { body: EmbeddingRequest },
  local: LocalModel,
  { modelCalls }: Pick<InferenceServices, 'modelCalls'>,
): Promise<ForwardedResponse> {
  const { project, body } = call;
  if (!isAllowedModel(project, local.model)) throw modelNotAllowed(local.model, project);
  const items = itemsOf(body, local);
  const gone = new AbortController();
  call.onGone(() => gone.abort(new UpstreamFault('gone')));
  const end = await modelCalls.begin(describe(call, 'embedding', local.model));
  const ended = { upstream: undefined, tokens: undefined, answerBytes: 0 };
  try {
    if (items.length > 1) await nextSlice();
    const { texts, tokens } = await readItems(items, body, gone.signal);
    const vectors = await local.answer(texts, gone.signal);
    const bytes = await write(local.model, vectors, body.encoding_format ?? 'float', tokens, gone.signal);
    end({
      ...ended,
      status: 200,
      complete: true,
      tokens: { input: tokens, output: 0, cachedInput: 0 },
      answerBytes: bytes.length,
    });
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: bytes };
  } catch (error) {
    const status = gone.signal.aborted ? 499 : error instanceof ValidationError ? 422 : 500;
    end({ ...ended, status, complete: status === 422 });
    throw error;
  }
}

/** Returns the inputs, each as a text or as token ids. */
function itemsOf({ input, dimensions }: EmbeddingRequest, local: LocalModel): Item[] {
  if (dimensions !== undefined && dimensions !== local.dimensions)
    throw valueError(
      ['body', 'dimensions'],
      `${local.model} makes vectors of ${local.dimensions} dimensions: leave dimensions out, or choose another model`,
      dimensions,
    );
  if (typeof input === 'string') return [input];
  if (input.every((item) => typeof item === 'number')) return [input];
  const mixed = input.findIndex((item) => typeof item === 'number');
  if (mixed !== -1)
    throw valueError(
      ['body', 'input', String(mixed)],
      'send either texts or the tokens of one text, not both',
      input[mixed],
    );
  if (input.length > maxTexts)
    throw valueError(
      ['body', 'input'],
      `the model takes at most ${maxTexts} texts at once, not ${input.length}: send them in several calls`,
      input,
    );
  return input as Item[];
}

/** Decodes the inputs to texts, cut if that is asked for. Returns the texts and the total number of their tokens. */
async function readItems(
  items: Item[],
  { input: given, truncate }: EmbeddingRequest,
  signal: AbortSignal,
): Promise<{ texts: string[]; tokens: number }> {
  const tokenizer = await loadTokenizer();
  const isList = Array.isArray(given);
  const texts: string[] = [];
  let tokens = 0;
  let sliceBegan = performance.now();
  for (const [index, whole] of items.entries()) {
    const item = truncate === true ? cut(tokenizer, whole) : whole;
    const isOnly = !isList || (items.length === 1 && typeof item !== 'string');
    const refuse = (why: string, input: unknown): never => {
      throw valueError(isOnly ? ['body', 'input'] : ['body', 'input', String(index)], why, input);
    };
    const text = typeof item === 'string' ? item : item.length > maxTokens ? ' ' : textOfTokens(tokenizer, item);
    if (text === undefined)
      return refuse('some of these are not tokens of cl100k_base, the tokenizer of the model', item);
    if (text === '') return refuse('an empty text cannot be embedded: remove it', item);
    const own = typeof item === 'string' ? countTokens(tokenizer, text, maxTokens) : item.length;
    if (own === undefined || own > maxTokens)
      return refuse(`a text may have at most ${maxTokens} tokens: split the text, or send truncate: true`, item);
    tokens += own;
    if (tokens > maxTokensInAll)
      throw valueError(
        ['body', 'input'],
        `the texts may have at most ${maxTokensInAll} tokens together: send them in several calls`,
        items,
      );
    texts.push(text);
    if (performance.now() - sliceBegan < sliceMs) continue;
    await nextSlice();
    signal.throwIfAborted();
    sliceBegan = performance.now();
  }
  return { texts, tokens };
}

/** Returns the beginning of the item that the model takes. */
function cut(tokenizer: Awaited<ReturnType<typeof loadTokenizer>>, item: Item): Item {
  if (typeof item !== 'string') return item.slice(0, maxTokens);
  return countTokens(tokenizer, item, maxTokens) === undefined ? firstTokens(tokenizer, item, maxTokens) : item;
}

/** Serializes the response body. */
async function write(
  model: string,
  vectors: Float32Array[],
  encoding: 'float' | 'base64',
  tokens: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: string[] = [];
  for (const [index, vector] of vectors.entries()) {
    const embedding = encoding === 'base64' ? base64Of(vector) : [...vector];
    parts.push(JSON.stringify({ object: 'embedding', index, embedding }));
    if (index % vectorsPerSlice !== vectorsPerSlice - 1) continue;
    await nextSlice();
    signal.throwIfAborted();
  }
  const rest = JSON.stringify({ model, usage: { prompt_tokens: tokens, total_tokens: tokens } });
  return Buffer.from(`{"object":"list","data":[${parts.join(',')}],${rest.slice(1)}`);
}

/** Returns the vector's 32-bit floats in base64. They are little-endian on every machine that Node supports. */
function base64Of({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
