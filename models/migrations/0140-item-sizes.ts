// Indexes with the sizes of items: a page is measured before its items are read, and the output of a response is found
// without its input. They replace the indexes without sizes.

import type { Migration } from '../migration.ts';

export const itemSizes: Migration = {
  name: '0140-item-sizes',
  async up({ putIndex, dropIndex }) {
    await putIndex('response_items', 'response_items_of_response', ['response_id', 'is_output', 'sequence', 'bytes']);
    await putIndex('response_items', 'response_items_of_conversation', ['conversation_id', 'sequence', 'bytes']);
    await dropIndex('response_items', 'response_items_response');
    await dropIndex('response_items', 'response_items_conversation');
  },
};
