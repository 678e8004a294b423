import * as responses from '../services/answers/index.ts';
import type { Handler } from './handler.ts';

export const createResponse: Handler<'createResponse'> = (call, services) => {
  return responses.createResponse(call, call.body, services);
};

export const countResponseInputTokens: Handler<'countResponseInputTokens'> = (call, services) => {
  return responses.countInputTokens(call, call.body, services);
};

export const compactResponse: Handler<'compactResponse'> = (call, services) => {
  return responses.compactResponse(call, call.body, services);
};

export const getResponse: Handler<'getResponse'> = (call, services) => {
  return responses.getResponse(call, call.params.response_id, call.query, services);
};

export const deleteResponse: Handler<'deleteResponse'> = (call, services) => {
  return responses.deleteResponse(call, call.params.response_id, services);
};

export const cancelResponse: Handler<'cancelResponse'> = (call, services) => {
  return responses.cancelResponse(call, call.params.response_id, services);
};

export const listInputItems: Handler<'listInputItems'> = (call, services) => {
  return responses.listInputItems(call, call.params.response_id, call.query, services);
};
