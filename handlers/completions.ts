import * as apis from '../services/apis/index.ts';
import type { Handler } from './handler.ts';

export const createCompletion: Handler<'createCompletion'> = (call, services) =>
  apis.createCompletion(call, call.body, services);
