import { callMcpServer, sendMcpMessage as send } from '../services/apis/index.ts';
import type { Handler } from './handler.ts';

export const sendMcpMessage: Handler<'sendMcpMessage'> = (call, services) => {
  return send(call, call.params.prefix, services);
};

export const listenToMcpServer: Handler<'listenToMcpServer'> = (call, services) => {
  return callMcpServer(call, call.params.prefix, services);
};

export const endMcpSession: Handler<'endMcpSession'> = (call, services) => {
  return callMcpServer(call, call.params.prefix, services);
};
