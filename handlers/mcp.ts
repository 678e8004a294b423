import { callMcpServer } from '../services/inference/index.ts';
import type { Handler } from './handler.ts';

export const sendMcpMessage: Handler<'sendMcpMessage'> = (call, services) => {
  return callMcpServer(call, call.params.prefix, services);
};

export const listenToMcpServer: Handler<'listenToMcpServer'> = (call, services) => {
  return callMcpServer(call, call.params.prefix, services);
};

export const endMcpSession: Handler<'endMcpSession'> = (call, services) => {
  return callMcpServer(call, call.params.prefix, services);
};
