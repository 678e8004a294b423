import { Conversation } from '../models/conversation.ts';
import * as responses from '../services/responses/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const createConversation: Handler<'createConversation'> = async ({ body, project }, services) => {
  const conversation = await responses.createConversation(project, body, services);
  return { status: 200, body: Conversation.toResource(conversation) };
};

export const getConversation: Handler<'getConversation'> = async ({ params, project }) => {
  const conversation = await responses.getConversation(project, params.conversation_id);
  return { status: 200, body: Conversation.toResource(conversation) };
};

export const updateConversation: Handler<'updateConversation'> = async ({ params, body, project }) => {
  const conversation = await responses.updateConversation(project, params.conversation_id, body);
  return { status: 200, body: Conversation.toResource(conversation) };
};

export const deleteConversation: Handler<'deleteConversation'> = async ({ params, project }) => {
  const { conversation_id: id } = params;
  await responses.deleteConversation(project, id);
  return { status: 200, body: { id, object: 'conversation.deleted', deleted: true } };
};

export const createConversationItems: Handler<'createConversationItems'> = async (call, services) => {
  const { params, body, project, query } = call;
  const rows = await responses.addItems(project, params.conversation_id, body, services);
  const withResults = responses.showsResults(query.include);
  return { status: 200, body: envelope({ rows, hasMore: false }, (row) => responses.toItem(row, withResults)) };
};

export const listConversationItems: Handler<'listConversationItems'> = async ({ params, query, project }) => {
  const page = await responses.listItems(project, params.conversation_id, query);
  const withResults = responses.showsResults(query.include);
  return { status: 200, body: envelope(page, (row) => responses.toItem(row, withResults)) };
};

export const getConversationItem: Handler<'getConversationItem'> = async ({ params, query, project }) => {
  const row = await responses.getItem(project, params.conversation_id, params.item_id);
  return { status: 200, body: responses.toItem(row, responses.showsResults(query.include)) };
};

export const deleteConversationItem: Handler<'deleteConversationItem'> = async ({ params, project }) => {
  const conversation = await responses.deleteItem(project, params.conversation_id, params.item_id);
  return { status: 200, body: Conversation.toResource(conversation) };
};
