// The terms of chunks in PostgreSQL's keyword index. Terms that an earlier version of svc stored are renewed before a
// search, so that no search mixes versions.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostgresClient } from './postgres-client.ts';
import { lexemeOf } from './postgres-search.ts';
import { areCurrentTerms, decodeTerms, encodeTerms, termsOf, termsVersion } from './terms.ts';

const chunksPerRead = 200;

/** Returns the word count of a chunk and its lexemes. */
export function indexedTerms(collectionId: string, terms: Buffer): { words: number; lexemes: string } {
  const { words, hashes } = decodeTerms(terms);
  return { words, lexemes: Array.from(hashes, (hash) => lexemeOf(collectionId, hash)).join(' ') };
}

/**
 * Recounts the terms of a collection's chunks that have an older version. Checks each file once. Concurrent servers
 * write the same values.
 */
export async function renewTerms(client: PostgresClient, collectionId: string): Promise<void> {
  const unseen = await client.query<{ set_id: string }>(
    'SELECT set_id FROM svc_files WHERE collection_id = $1 AND terms_version < $2',
    [collectionId, termsVersion],
  );
  for (const { set_id: setId } of unseen) {
    let from = 0;
    for (let read = chunksPerRead; read === chunksPerRead; from += read) read = await renewSome(client, setId, from);
    const seen = 'UPDATE svc_files SET terms_version = $2 WHERE set_id = $1';
    await client.query(seen, [setId, termsVersion]);
  }
}

/** Renews up to 200 chunks. Returns how many chunks it has checked. */
async function renewSome(client: PostgresClient, setId: string, from: number): Promise<number> {
  const rows = await client.query<{ position: number; collection_id: string; terms: Buffer; text: string | null }>(
    `SELECT position, collection_id, substr(terms, 1, 4) AS terms,
       CASE WHEN get_byte(terms, 3) <> $2 THEN text END AS text
     FROM svc_chunks WHERE set_id = $1 AND position >= $3 AND position < $4`,
    [setId, termsVersion, from, from + chunksPerRead],
  );
  const renewed = rows
    .filter(({ terms }) => !areCurrentTerms(terms))
    .map(({ position, collection_id: collectionId, text }) => {
      const terms = encodeTerms(termsOf(text ?? ''));
      return { position, terms, lexemes: indexedTerms(collectionId, terms).lexemes };
    });
  if (renewed.length > 0) {
    await client.query(
      `UPDATE svc_chunks c SET terms = new.terms, lexemes = array_to_tsvector(string_to_array(new.lexemes, ' '))
       FROM unnest($2::bigint[], $3::bytea[], $4::text[]) AS new (position, terms, lexemes)
       WHERE c.set_id = $1 AND c.position = new.position`,
      [
        setId,
        renewed.map(({ position }) => position),
        renewed.map(({ terms }) => terms),
        renewed.map(({ lexemes }) => lexemes),
      ],
    );
  }
  await nextTurn();
  return rows.length;
}
