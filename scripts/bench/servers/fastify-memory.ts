// Fastify with responses from memory.

import { callersOf } from './callers.ts';
import { fastifyServer } from './fastify.ts';
import { memoryAnswers } from './memory.ts';
import { referenceSettings } from './settings.ts';

const { port, tenant } = referenceSettings();
const callers = callersOf(tenant);
const app = fastifyServer(memoryAnswers, (credential) => callers.get(credential));
await app.listen({ port, host: '127.0.0.1' });
