// Requests with an `Idempotency-Key`, and their responses.

import type { Migration } from '../migration.ts';

export const idempotencyKeys: Migration = {
  name: '0065-idempotency-keys',
  async up({ createTable }) {
    await createTable('idempotency_keys', {
      columns: {
        // The digest of the key's owner and the key.
        digest: { type: 'digest' },
        // The digest of the request.
        fingerprint: { type: 'digest' },
        // The attempt that holds the claim.
        holder: { type: 'id' },
        // Unix seconds.
        held_at: { type: 'integer' },
        // Set in the transaction that creates the resource.
        done: { type: 'boolean' },
        // The encrypted response.
        answer: { type: 'text', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { idempotency_keys_created: ['created_at'] },
    });
  },
};
