import * as apis from '../services/apis/index.ts';
import type { Handler } from './handler.ts';

export const createChatCompletion: Handler<'createChatCompletion'> = (call, services) =>
  apis.createChatCompletion(call, call.body, services);
