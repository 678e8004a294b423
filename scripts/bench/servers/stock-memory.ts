// Unmodified openapi-backend with responses from memory.

import { callersOf } from './callers.ts';
import { memoryAnswers } from './memory.ts';
import { referenceSettings } from './settings.ts';
import { stockServer } from './stock.ts';

const { port, tenant } = referenceSettings();
const callers = callersOf(tenant);
const server = await stockServer(memoryAnswers, (credential) => callers.get(credential));
server.listen(port, '127.0.0.1');
