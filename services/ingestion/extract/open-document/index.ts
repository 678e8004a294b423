// Extracts OpenDocument texts, workbooks and presentations (ODF 1.3), and flat ones, which are a single part of XML.

import { join } from 'node:path/posix';
import { invalid } from '../../problem.ts';
import type { Piece } from '../piece.ts';
import type { Source } from '../source.ts';
import { readTrees } from '../tree.ts';
import { readAside, readXml } from '../xml.ts';
import type { Package } from '../zip.ts';
import { Body, type EmbeddedObject } from './body.ts';
import { Lists } from './lists.ts';
import { Margins } from './margins.ts';

export async function* extractOpenDocument(document: Package): AsyncIterable<Piece> {
  await checkPassword(document);
  const read = new Set<string>();
  const lists = new Lists();
  const margins = new Margins(lists);
  const styles = document.find('styles.xml');
  if (styles !== undefined) await readAside(readTrees(document.part(styles), margins));
  for await (const piece of piecesOf(document.part(document.find('content.xml') ?? ''), lists, margins)) {
    if (!isObject(piece)) yield piece;
    else yield* objectPieces(document, piece, read);
  }
}

export async function* extractFlatOpenDocument({ content }: Source): AsyncIterable<Piece> {
  for await (const piece of piecesOf(content.read())) if (!isObject(piece)) yield piece;
}

/** Yields the text of a chart or formula, once. */
async function* objectPieces(document: Package, { path }: EmbeddedObject, read: Set<string>): AsyncIterable<Piece> {
  const part = document.find(join(path, 'content.xml'));
  if (part === undefined || read.has(part)) return;
  read.add(part);
  for await (const piece of piecesOf(document.part(part))) if (!isObject(piece)) yield piece;
}

async function* piecesOf(
  part: AsyncIterable<Buffer>,
  lists = new Lists(),
  margins = new Margins(lists),
): AsyncIterable<Piece | EmbeddedObject> {
  const body = new Body(lists, margins);
  for await (const _piece of readTrees(part, body)) yield* body.take();
}

function isObject(piece: Piece | EmbeddedObject): piece is EmbeddedObject {
  return typeof piece === 'object' && piece.type === 'object';
}

/** Throws if the parts are encrypted: they would be read as garbage. */
async function checkPassword(document: Package): Promise<void> {
  const manifest = document.find('META-INF/manifest.xml');
  if (manifest === undefined) return;
  let isEncrypted = false;
  const open = (name: string): void => {
    isEncrypted ||= name.endsWith('encryption-data');
  };
  await readAside(readXml(document.part(manifest), { open }));
  if (isEncrypted) throw invalid('The document has a password.');
}
