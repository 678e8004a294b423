// POST /v1/embeddings for models of upstreams. An upstream gets the request as it is, unless its settings say that it
// takes less: then longer texts are refused or cut, and more inputs are sent in several requests.

import type { components } from '../../../generated/openapi.ts';
import {
  callModel,
  checkModel,
  type ForwardedResponse,
  type Incoming,
  type InferenceServices,
  type Translation,
  upstreamFailed,
  withBody,
} from '../../gateway/index.ts';
import { countTokens, firstTokens, loadTokenizer, nextSlice, valueError } from '../../platform/index.ts';
import { inBase64 } from './in-base64.ts';

type EmbeddingRequest = components['schemas']['EmbeddingRequest'];
type Input = EmbeddingRequest['input'];
type Json = Record<string, unknown>;

/** The inputs of one request, if the settings name no other number: as many as the public API takes. */
const usualInputs = 2048;
/** The largest answer that is put together from several. */
const maxAnswerBytes = 64 << 20;
const sliceMs = 10;

/**
 * Embeds the input at the upstreams of the model. Throws the errors of `callModel`, and a ValidationError for a text
 * that is longer than the model takes.
 */
export async function embedAtUpstream(
  call: Incoming & { body: EmbeddingRequest },
  services: InferenceServices,
): Promise<ForwardedResponse> {
  const { body } = call;
  const { inputs = usualInputs, tokens } = services.upstreams.catalogue.inputLimits(body.model);
  const fitting = tokens === undefined ? body : await fit(call, tokens, services);
  const batches = batchesOf(fitting.input, inputs);
  if (batches !== undefined) return await embedInBatches(call, fitting, batches, services);
  // The bytes of an unchanged body stay as they are.
  const sent = fitting === body ? call : withBody(call, fitting);
  return callModel(sent, question(fitting, inBase64(fitting)), services);
}

function question(body: EmbeddingRequest, translation: Translation | undefined) {
  return { kind: 'embedding', path: '/embeddings', body, translate: () => translation } as const;
}

/** Returns the request with texts of at most this number of tokens, and without `truncate`, which few servers know. */
async function fit(
  { project, body }: Incoming & { body: EmbeddingRequest },
  most: number,
  services: InferenceServices,
): Promise<EmbeddingRequest> {
  // A model that the project may not use is not found, whatever the input.
  await checkModel(project, body.model, services);
  const { truncate, ...rest } = body;
  const cuts = truncate === true;
  const { input } = body;
  if (typeof input === 'string') return { ...rest, input: await fitItem(input, most, cuts, ['body', 'input']) };
  if (input.every((item) => typeof item === 'number'))
    return { ...rest, input: await fitItem(input, most, cuts, ['body', 'input']) };
  const items: Exclude<Input, string> = [];
  let sliceBegan = performance.now();
  for (const [at, item] of input.entries()) {
    items.push(typeof item === 'number' ? item : await fitItem(item, most, cuts, ['body', 'input', String(at)]));
    if (performance.now() - sliceBegan < sliceMs) continue;
    await nextSlice();
    sliceBegan = performance.now();
  }
  return { ...rest, input: items };
}

/** Returns the text, or the tokens of one, cut if it is too long. Throws a ValidationError if it must not be cut. */
async function fitItem<Item extends string | number[]>(
  item: Item,
  most: number,
  cuts: boolean,
  loc: string[],
): Promise<Item> {
  // A token has at least one byte, and a UTF-16 unit at most three.
  if (typeof item === 'string' ? item.length * 3 <= most : item.length <= most) return item;
  const tokenizer = await loadTokenizer();
  if (typeof item === 'string' && countTokens(tokenizer, item, most) !== undefined) return item;
  if (cuts) return (typeof item === 'string' ? firstTokens(tokenizer, item, most) : item.slice(0, most)) as Item;
  throw valueError(
    loc,
    `the model takes texts of at most ${most} tokens: split the text, or send truncate: true`,
    item,
  );
}

/** Returns the inputs in lists of at most this length; undefined if one request can take them. */
function batchesOf(input: Input, most: number): Exclude<Input, string>[] | undefined {
  if (typeof input === 'string' || input.length <= most || input.every((item) => typeof item === 'number'))
    return undefined;
  const count = Math.ceil(input.length / most);
  return Array.from({ length: count }, (_, at) => input.slice(at * most, (at + 1) * most));
}

/** Sends the batches one after the other, each as a call of its own for limits and usage. Returns one answer. */
async function embedInBatches(
  call: Incoming & { body: EmbeddingRequest },
  body: EmbeddingRequest,
  batches: Exclude<Input, string>[],
  services: InferenceServices,
): Promise<ForwardedResponse> {
  const items: string[] = [];
  let whole: Json = {};
  let sent = 0;
  for (const input of batches) {
    const part = { ...body, input };
    const answer = await callModel(withBody(call, part), question(part, wholeAnswer(part)), services);
    if (answer.status !== 200 || !Buffer.isBuffer(answer.body)) return answer;
    if (answer.body.length * batches.length > maxAnswerBytes)
      throw valueError(
        ['body', 'input'],
        `the answer would have more than ${maxAnswerBytes} bytes: send the texts in several calls`,
        body.input,
      );
    const { data, usage, ...rest } = JSON.parse(answer.body.toString()) as Json & { data: Json[] };
    if (data.length !== input.length)
      throw upstreamFailed(new Error(`The upstream answered ${data.length} vectors for ${input.length} inputs`));
    for (const [place, { index = place, ...item }] of data.entries())
      items.push(JSON.stringify({ ...item, index: sent + Number(index) }));
    whole = { ...rest, ...whole, usage: sumOf(whole.usage, usage) };
    sent += input.length;
  }
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const text = `{"data":[${items.join(',')}],${JSON.stringify(whole).slice(1)}`;
  return { status: 200, headers, body: Buffer.from(text) };
}

/** Returns the translation whose answer comes as a whole, in the encoding that was asked for. */
function wholeAnswer(body: EmbeddingRequest): Translation {
  const asBase64 = inBase64(body);
  if (asBase64 !== undefined) return asBase64;
  return {
    path: '/embeddings',
    body,
    answer: (answer) => (Array.isArray(answer.data) ? answer : undefined),
    stream() {
      throw new Error('Embeddings are not streamed');
    },
  };
}

function sumOf(before: unknown, usage: unknown): Json {
  const [first, second] = [Object(before) as Json, Object(usage) as Json];
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  const sum = (name: string): unknown =>
    typeof (first[name] ?? second[name]) === 'number'
      ? Number(first[name] ?? 0) + Number(second[name] ?? 0)
      : (first[name] ?? second[name]);
  return Object.fromEntries([...names].map((name) => [name, sum(name)]));
}
