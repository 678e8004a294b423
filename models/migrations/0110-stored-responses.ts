// Responses that this server makes, conversations, and the items of both.

import type { Migration } from '../migration.ts';

export const storedResponses: Migration = {
  name: '0110-stored-responses',
  async up({ addColumn, createTable }) {
    await addColumn('projects', 'store_responses', { type: 'boolean', default: 1 });
    await createTable('conversations', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        metadata: { type: 'text' },
        // The response that is continuing the conversation, until this time at the latest.
        locked_by: { type: 'id', null: true },
        locked_until: { type: 'integer', default: 0 },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { conversations_page: ['project_id', 'id'] },
    });
    await createTable('stored_responses', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        status: { type: 'word' },
        background: { type: 'boolean' },
        // The response without its output, as JSON.
        body: { type: 'text' },
        // No foreign keys, because the previous response and the conversation may be deleted before this response.
        previous_id: { type: 'id', null: true },
        conversation_id: { type: 'id', null: true },
        // The request of an unfinished background response, and its finished rounds, as JSON.
        request: { type: 'text', null: true },
        progress: { type: 'text', null: true },
        bytes: { type: 'integer' },
        expires_at: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: {
        stored_responses_size: ['project_id', 'bytes'],
        stored_responses_expiry: ['expires_at'],
      },
    });
    await createTable('response_items', {
      columns: {
        // The order of all items: a ULID, which is the end of most ids.
        sequence: { type: 'id' },
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        // An item belongs to a response, to a conversation, or to both.
        response_id: { type: 'id', null: true, references: { table: 'stored_responses', onDelete: 'set null' } },
        conversation_id: { type: 'id', null: true, references: { table: 'conversations', onDelete: 'set null' } },
        is_output: { type: 'boolean' },
        // The item as JSON.
        body: { type: 'text' },
        bytes: { type: 'integer' },
      },
      primaryKey: ['sequence'],
      indexes: {
        response_items_response: ['response_id', 'sequence'],
        response_items_conversation: ['conversation_id', 'sequence'],
        response_items_id: ['project_id', 'id'],
        response_items_size: ['project_id', 'bytes'],
      },
    });
  },
};
