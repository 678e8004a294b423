// The relations between the parts of an Office package (ECMA-376, part 2, section 9.3). They name the parts; programs call
// their files as they like.

import { basename, dirname, join } from 'node:path/posix';
import { readXml } from './xml.ts';
import type { Package } from './zip.ts';

export interface Relation {
  id: string;
  /** The last word of the relation's type, such as `worksheet`: the strict variant has other types with the same one. */
  type: string;
  /** The name of a part, or the address of a link. */
  target: string;
  isExternal: boolean;
  /** The part, if the package has it. */
  part: string | undefined;
}

/** Some programs name an address without saying that it is external. */
const address = /^[a-z][a-z\d+.-]+:/i;

/** Returns the relations of a part, in the order of the file. Without a part, those of the package. */
export async function relationsOf(document: Package, part = ''): Promise<Relation[]> {
  const relations = document.find(join(dirname(part), '_rels', `${basename(part)}.rels`));
  if (relations === undefined) return [];
  const found: Relation[] = [];
  const pieces = readXml(document.part(relations), {
    open(element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode = '' }) {
      if (element !== 'Relationship') return;
      const isExternal = mode.toLowerCase() === 'external' || address.test(target);
      const name = isExternal ? target : partName(part, target);
      found.push({
        id,
        type: basename(type),
        target: name,
        isExternal,
        part: isExternal ? undefined : document.find(name),
      });
    },
  });
  for await (const _piece of pieces);
  return found;
}

/** Returns the parts that are related to a part in this way, and that the package has. */
export async function relatedParts(document: Package, part: string, type: string): Promise<string[]> {
  return partsOf(await relationsOf(document, part), type);
}

/** Returns the parts of the relations of this type. */
export function partsOf(relations: Iterable<Relation>, type: string): string[] {
  return [...relations].flatMap((one) => (one.type === type ? (one.part ?? []) : []));
}

/** Returns the relations by their ids. */
export function byId(relations: readonly Relation[]): Map<string, Relation> {
  return new Map(relations.map((relation) => [relation.id, relation]));
}

/** Returns the name of a part that another part names, relative to itself or from the root. */
function partName(from: string, target: string): string {
  const [path = ''] = decodedPath(target).replaceAll('\\', '/').split('#');
  return path.startsWith('/') ? join(path.slice(1)) : join(dirname(from), path);
}

function decodedPath(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}
