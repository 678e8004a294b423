import { readFileSync } from 'node:fs';
import { type Document, readDocument } from '../../document/index.ts';
import { cannot } from './failure.ts';

/** Reads an OpenAPI document that the command line names. Throws a KitFailure if it is none. */
export function documentAt(path: string): Document {
  try {
    const text = readFileSync(path, 'utf8');
    const { paths, components } = JSON.parse(text) as Partial<Document>;
    if (typeof paths === 'object' && typeof components?.schemas === 'object') return readDocument(text);
  } catch (error) {
    throw cannot(`${path} cannot be read: ${(error as Error).message}`);
  }
  throw cannot(`${path} is not an OpenAPI document in JSON with paths and schemas.`);
}
