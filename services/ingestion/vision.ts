// Describes images in words: the configured vision model describes an image, and its answer becomes the file's text.

import { readFile, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import {
  askModel,
  type InferenceServices,
  type InternalCall,
  ModelProblem,
  type Payer,
  type Upstream,
  upstreamFailed,
} from '../inference/index.ts';
import { FileProblem, invalid } from './problem.ts';

const maxImageBytes = 20 << 20;
const maxAnswerBytes = 1 << 20;
const maxOutputTokens = 1500;
/** Caches descriptions, so that a retry of a file after failed embeddings does not pay for the description again. */
const maxKept = 100;

const prompt =
  'Describe this image for somebody who will search for it by words and cannot see it. Say what kind of image it is and ' +
  'what it shows: things, people, places, colours, numbers, and how they belong together. Then write down all text that ' +
  'stands in it, word for word. Answer with the description alone.';

/** An image to describe. */
export interface Image {
  /** The cache key of the description. */
  attachmentId: string;
  path: string;
  mediaType: string;
}

/** Returns the description of an image. Throws a FileProblem, a ModelProblem, or the errors of `askModel`. */
export type DescribeImage = (image: Image, payer: Payer, signal: AbortSignal) => Promise<string>;

/** @param model the vision model; empty for none. */
export function imageDescriber(model: string, { upstreams, modelCalls }: InferenceServices): DescribeImage {
  const kept = new LRUCache<string, string>({ max: maxKept });
  return async ({ attachmentId, path, mediaType }, payer, signal) => {
    if (model === '')
      throw new FileProblem(
        'unsupported_file',
        'No vision model is configured to describe images. The operator of the server can set SVC_VISION_MODEL.',
      );
    const known = kept.get(attachmentId);
    if (known !== undefined) return known;
    const url = await dataUrl(path, mediaType);
    const offering = await offeringOf(model, upstreams);
    const ask = (limit: string): Promise<unknown> =>
      askModel(offering, questionOf(model, url, limit), payer, modelCalls, signal);
    // Older servers accept only `max_tokens`, newer models only `max_completion_tokens`, and their errors name the
    // other one.
    const answer = await ask('max_tokens').catch((error: unknown) => {
      if (error instanceof ModelProblem && error.message.includes('max_completion_tokens'))
        return ask('max_completion_tokens');
      throw error;
    });
    const description = descriptionIn(answer, model);
    kept.set(attachmentId, description);
    return description;
  };
}

async function offeringOf(model: string, { catalogue }: InferenceServices['upstreams']): Promise<readonly Upstream[]> {
  const offering = catalogue.offering(model) ?? (await catalogue.findOffering(model));
  if (offering !== undefined) return offering;
  if (catalogue.isIncomplete) throw upstreamFailed('could not list the models of an upstream');
  throw new ModelProblem(
    `No upstream of this server offers the vision model '${model}'. Its operator can name another in SVC_VISION_MODEL.`,
  );
}

async function dataUrl(path: string, mediaType: string): Promise<string> {
  const { size } = await stat(path);
  if (size > maxImageBytes)
    throw invalid(`The image has ${size} bytes; the limit is ${maxImageBytes}. Attach a smaller or compressed image.`);
  return `data:${mediaType};base64,${await readFile(path, 'base64')}`;
}

function questionOf(model: string, url: string, limit: string): InternalCall {
  const content = [
    { type: 'text', text: prompt },
    { type: 'image_url', image_url: { url } },
  ];
  const body = { messages: [{ role: 'user', content }], [limit]: maxOutputTokens };
  return { kind: 'chat', path: '/chat/completions', model, body, maxOutputTokens, maxAnswerBytes };
}

/** Returns the text of the answer, which is one text or a list of parts. */
function descriptionIn(answer: unknown, model: string): string {
  const { choices } = Object(answer) as { choices?: { message?: { content?: unknown } }[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  const parts = Array.isArray(content)
    ? content.map((part: unknown) => (Object(part) as { text?: unknown }).text)
    : [content];
  const text = parts
    .filter((part) => typeof part === 'string')
    .join('\n')
    .trim();
  if (text === '') throw new ModelProblem(`The vision model '${model}' returned an empty description.`);
  return text;
}
