// Renews the terms that an earlier version of svc stored in the old tables, before a search, so that no search mixes
// versions. The current tables only have terms of one version.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SetOf } from './engine.ts';
import type { PostgresClient } from './postgres-client.ts';
import { indexedTerms } from './postgres-old-tables.ts';
import { areCurrentTerms, encodeTerms, termsOf, termsVersion } from './terms.ts';

const chunksPerRead = 200;

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
    for (let read = chunksPerRead; read === chunksPerRead; from += read)
      read = await renewSome(client, { setId, collectionId }, from);
    const seen = 'UPDATE svc_files SET terms_version = $2 WHERE set_id = $1 AND collection_id = $3';
    await client.query(seen, [setId, termsVersion, collectionId]);
  }
}

/** Renews up to 200 chunks. Returns how many chunks it has checked. */
async function renewSome(client: PostgresClient, { setId, collectionId }: SetOf, from: number): Promise<number> {
  const rows = await client.query<{ position: number; terms: Buffer; text: string | null }>(
    `SELECT position, substr(terms, 1, 4) AS terms,
       CASE WHEN get_byte(terms, 3) <> $2 THEN text END AS text
     FROM svc_chunks WHERE set_id = $1 AND position >= $3 AND position < $4 AND collection_id = $5`,
    [setId, termsVersion, from, from + chunksPerRead, collectionId],
  );
  const renewed = rows
    .filter(({ terms }) => !areCurrentTerms(terms))
    .map(({ position, text }) => {
      const terms = encodeTerms(termsOf(text ?? ''));
      return { position, terms, lexemes: indexedTerms(collectionId, terms).lexemes };
    });
  if (renewed.length > 0) {
    await client.query(
      `UPDATE svc_chunks c SET terms = new.terms, lexemes = array_to_tsvector(string_to_array(new.lexemes, ' '))
       FROM unnest($2::bigint[], $3::bytea[], $4::text[]) AS new (position, terms, lexemes)
       WHERE c.set_id = $1 AND c.position = new.position AND c.collection_id = $5`,
      [
        setId,
        renewed.map(({ position }) => position),
        renewed.map(({ terms }) => terms),
        renewed.map(({ lexemes }) => lexemes),
        collectionId,
      ],
    );
  }
  await nextTurn();
  return rows.length;
}
