// Node's HTTP module. An `import` of it reads all its exports, WebSocket included, and so loads the client behind `fetch`,
// which the server does not use: about 30 ms of CPU at each start.

export const { createServer, request } = process.getBuiltinModule('node:http');
