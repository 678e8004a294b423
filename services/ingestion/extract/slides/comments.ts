// The comments of slides: those of older programs, and the threads of newer ones.

import { oneLine } from '../piece.ts';
import { partsOf, type Relation } from '../relations.ts';
import { childrenOf, type Element, readTrees, textOf, within } from '../tree.ts';
import type { Package } from '../zip.ts';

const texts = new Set(['p:text', 'a:t']);
const replies = new Set(['p188:reply']);

/** Returns the names of the authors by their ids. */
export async function authorsOf(document: Package, relations: readonly Relation[]): Promise<Map<string, string>> {
  const authors = new Map<string, string>();
  const whole = new Set(['p:cmAuthor', 'p188:author']);
  const element = ({ attributes: { id = '', name = '' } }: Element): void => void authors.set(id, name);
  for (const part of [...partsOf(relations, 'commentAuthors'), ...partsOf(relations, 'authors')])
    for await (const _piece of readTrees(document.part(part), { whole, element }));
  return authors;
}

/** Returns the comments of a slide, one a line. */
export async function commentsOf(
  document: Package,
  relations: readonly Relation[],
  authors: ReadonlyMap<string, string>,
): Promise<string[]> {
  const lines: string[] = [];
  const element = (comment: Element): void => {
    const answers = [...within(comment, replies)];
    const own = { ...comment, children: childrenOf(comment).filter(({ name }) => name !== 'p188:replyLst') };
    for (const one of [own, ...answers]) {
      const text = oneLine([...within(one, texts)].map(textOf).join(' '));
      const author = authors.get(one.attributes.authorId ?? '') ?? '';
      if (text !== '') lines.push(`Comment${author && ` by ${author}`}: ${text}\n`);
    }
  };
  for (const part of partsOf(relations, 'comments'))
    for await (const _piece of readTrees(document.part(part), { whole: new Set(['p:cm', 'p188:cm']), element }));
  return lines;
}
