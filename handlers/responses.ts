import { answerFromFiles, hasFileSearch } from '../services/file-search/index.ts';
import * as responses from '../services/inference/index.ts';
import type { Handler } from './handler.ts';

export const createResponse: Handler<'createResponse'> = (call, services) => {
  if (hasFileSearch(call.body)) return answerFromFiles(call, call.body, services);
  return responses.createResponse(call, call.body, services);
};

export const getResponse: Handler<'getResponse'> = (call, services) => {
  return responses.askForResponse(call, { id: call.params.response_id, query: call.query }, services);
};

export const deleteResponse: Handler<'deleteResponse'> = (call, services) => {
  return responses.deleteResponse(call, call.params.response_id, services);
};

export const cancelResponse: Handler<'cancelResponse'> = (call, services) => {
  return responses.askForResponse(call, { id: call.params.response_id, below: '/cancel' }, services);
};

export const listInputItems: Handler<'listInputItems'> = (call, services) => {
  const { params, query } = call;
  return responses.askForResponse(call, { id: params.response_id, below: '/input_items', query }, services);
};
