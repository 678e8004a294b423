import { Conversation } from '../models/conversation.ts';
import * as responses from '../services/answers/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const createConversation: Handler<'createConversation'> = async ({ body, project }, services) => {
  const conversation = await responses.createConversation(project, body, services);
  return { status: 200, body: Conversation.toResource(conversation) };
};

export const getConversation: Handler<'getConversation'> = ({ conversation }) => {
  return { status: 200, body: Conversation.toResource(conversation) };
};

export const updateConversation: Handler<'updateConversation'> = async (call, services) => {
  const conversation = await responses.updateConversation(call.project, call.conversation, call.body, services);
  return { status: 200, body: Conversation.toResource(conversation) };
};

export const deleteConversation: Handler<'deleteConversation'> = async ({ conversation }) => {
  await responses.deleteConversation(conversation);
  return { status: 200, body: { id: conversation.id, object: 'conversation.deleted', deleted: true } };
};

export const createConversationItems: Handler<'createConversationItems'> = async (call, services) => {
  const { conversation, body, project, query } = call;
  const rows = await responses.addItems(project, conversation, body, services);
  const withResults = responses.showsResults(query.include);
  return { status: 200, body: envelope({ rows, hasMore: false }, (row) => responses.toItem(row, withResults)) };
};

export const listConversationItems: Handler<'listConversationItems'> = async (call, services) => {
  const { conversation, query } = call;
  const page = await responses.listItems(call, conversation, query, services);
  const withResults = responses.showsResults(query.include);
  return { status: 200, body: envelope(page, (row) => responses.toItem(row, withResults)) };
};

export const getConversationItem: Handler<'getConversationItem'> = async ({ params, query, conversation }) => {
  const row = await responses.getItem(conversation, params.item_id);
  return { status: 200, body: responses.toItem(row, responses.showsResults(query.include)) };
};

export const deleteConversationItem: Handler<'deleteConversationItem'> = async ({ params, conversation }) => {
  return { status: 200, body: Conversation.toResource(await responses.deleteItem(conversation, params.item_id)) };
};
