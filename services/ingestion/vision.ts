// Describes images in words: the configured vision model describes an image, and its answer becomes the file's text.

import { readFile, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { askForText, type InferenceServices, ModelProblem, offeringForServer, type Payer } from '../gateway/index.ts';
import { FileProblem, invalid } from './problem.ts';

const maxImageBytes = 20 << 20;
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
    const offering = await offeringForServer(
      model,
      upstreams,
      `No upstream of this server offers the vision model '${model}'. Its operator can name another in SVC_VISION_MODEL.`,
    );
    const content = [
      { type: 'text', text: prompt },
      { type: 'image_url', image_url: { url } },
    ];
    const question = { model, messages: [{ role: 'user', content }], maxOutputTokens } as const;
    const description = await askForText(offering, question, payer, modelCalls, signal);
    if (description === '') throw new ModelProblem(`The vision model '${model}' returned an empty description.`);
    kept.set(attachmentId, description);
    return description;
  };
}

async function dataUrl(path: string, mediaType: string): Promise<string> {
  const { size } = await stat(path);
  if (size > maxImageBytes)
    throw invalid(`The image has ${size} bytes; the limit is ${maxImageBytes}. Attach a smaller or compressed image.`);
  return `data:${mediaType};base64,${await readFile(path, 'base64')}`;
}
