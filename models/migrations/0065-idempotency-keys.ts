// What calls have come with an `Idempotency-Key`, and what they were answered.

import type { Migration } from '../migration.ts';

export const idempotencyKeys: Migration = {
  name: '0065-idempotency-keys',
  async up({ createTable }) {
    await createTable('idempotency_keys', {
      columns: {
        // Of whose key it is, and the key.
        digest: { type: 'digest' },
        // Of the call.
        fingerprint: { type: 'digest' },
        // The attempt that has the key.
        holder: { type: 'id' },
        // Unix seconds.
        held_at: { type: 'integer' },
        // Set in the transaction that makes what is made.
        done: { type: 'boolean' },
        // Sealed.
        answer: { type: 'text', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { idempotency_keys_created: ['created_at'] },
    });
  },
};
