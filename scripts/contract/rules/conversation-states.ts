// Rules of conversations: their items are what was sent, in order.

import type { JsonObject } from './resource.ts';
import type { Trial } from './rule.ts';
import type { Stage } from './stage.ts';
import { inProject, type StateCheck } from './store-states.ts';

const path = '/v1/conversations';

function message(text: string): JsonObject {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
}

function textsOf(items: JsonObject[] = []): unknown[] {
  return items.map(({ content }) => (content as { text?: string }[] | undefined)?.[0]?.text);
}

async function items(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const { body: conversation } = await call('POST', path, { items: [message('one')], metadata: { topic: 'keys' } });
  const at = `${path}/${conversation?.id}/items`;
  const listed = async (order: string): Promise<unknown[]> =>
    textsOf((await call('GET', `${at}?order=${order}`)).body?.data);
  trial.equal('the first items of a conversation', await listed('asc'), ['one']);
  const { body: added } = await call('POST', at, { items: [message('two'), message('three')] });
  trial.equal('the added items', textsOf(added?.data), ['two', 'three']);
  trial.equal('the items of a conversation', await listed('asc'), ['one', 'two', 'three']);
  trial.equal('the items of a conversation, newest first', await listed('desc'), ['three', 'two', 'one']);
  const two = await call('GET', `${at}/${added?.data?.[0]?.id}`);
  trial.equal('an item of a conversation', [two.body?.role, ...textsOf([two.body ?? {}])], ['user', 'two']);
  await call('DELETE', `${at}/${two.body?.id}`);
  trial.equal('the items after a deletion', await listed('asc'), ['one', 'three']);
}

/** By operation. */
export const conversationStates: Record<string, StateCheck> = {
  createConversation: items,
  createConversationItems: items,
  listConversationItems: items,
  getConversationItem: items,
  deleteConversationItem: items,
};
