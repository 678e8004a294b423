import * as messages from '../services/apis/index.ts';
import * as models from '../services/gateway/index.ts';
import type { Handler } from './handler.ts';

export const createMessage: Handler<'createMessage'> = (call, services) => {
  return messages.createMessage(call, call.body, services);
};

export const countMessageTokens: Handler<'countMessageTokens'> = (call, services) => {
  return messages.countMessageTokens(call, call.body, services);
};

export const listMessageModels: Handler<'listMessageModels'> = async ({ query, project }, services) => {
  const { page, hasMore } = models.pageOfModels(await models.listModels(project, services), query);
  const data = page.map(models.toMessageModel);
  const [first_id, last_id] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  return { status: 200, body: { data, first_id, last_id, has_more: hasMore } };
};

export const getMessageModel: Handler<'getMessageModel'> = async ({ params, project }, services) => {
  return { status: 200, body: models.toMessageModel(await models.getModel(project, params.model, services)) };
};
