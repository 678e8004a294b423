import { byId, partsOf, type Relation, relationsOf } from '../relations.ts';
import type { Package } from '../zip.ts';

/** A part of a Word document whose text is read. */
export interface WordPart {
  document: Package;
  name: string;
  relations: ReadonlyMap<string, Relation>;
}

export async function openPart(document: Package, name: string): Promise<WordPart> {
  return { document, name, relations: byId(await relationsOf(document, name)) };
}

/** Returns the parts with this type of relation; in a document without relations, the one with the usual name. */
export function relationParts({ document, name, relations }: WordPart, type: string): string[] {
  if (relations.size > 0) return partsOf(relations.values(), type);
  return document.find(name.replace(/[^/]*$/, `${type}.xml`)) === undefined
    ? []
    : [name.replace(/[^/]*$/, `${type}.xml`)];
}
