// The models of the sandbox: an OpenAI-compatible server on loopback, which the sandbox calls as any upstream.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answering, type Json, json, refuse } from './answering.ts';
import { answerChat, answerCompletion } from './chat.ts';
import { answerEmbeddings, answerRerank, dimensions } from './embeddings.ts';
import { chatModels, embeddingModel, models, rerankingModel } from './reply.ts';
import { Responses } from './responses.ts';
import { ScriptError } from './script.ts';

export { echoModel, models, visionModel } from './reply.ts';

export interface ModelServer {
  /** The settings of the upstream. */
  settings: Json;
  /** Forgets the stored responses. */
  forget(): void;
  close(): Promise<void>;
}

/** US dollars for a million tokens, so that usage has a cost. */
const price = { input: 1, output: 2 };

/** Starts the server of the models on a free port. */
export async function startModels(): Promise<ModelServer> {
  const responses = new Responses();
  const server = createServer((request, response) => {
    answer(request, response, responses).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof ScriptError) void refuse(response, 400, error.message, 'invalid_sandbox_script');
      else void refuse(response, 400, String(error), 'invalid_request');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      name: 'sandbox',
      base_url: `http://127.0.0.1:${port}/v1`,
      models: [
        ...chatModels.map((id) => ({ id, kind: 'chat', context_length: 100_000 })),
        { id: embeddingModel, kind: 'embedding', dimensions },
        { id: rerankingModel },
      ],
      prices: Object.fromEntries(models.map((id) => [id, price])),
    },
    forget: () => responses.forget(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, responses: Responses): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
  const path = pathname.replace(/^\/v1/, '');
  const body = await bodyOf(request);
  const answering: Answering = { method: request.method ?? '', path, query: searchParams, body, response };
  if (path === '/models') return json(response, 200, { object: 'list', data: models.map((id) => ({ id })) });
  if (path === '/chat/completions') return answerChat(answering);
  if (path === '/completions') return answerCompletion(answering);
  if (path === '/embeddings') return answerEmbeddings(answering);
  if (path === '/rerank') return answerRerank(answering);
  if (path === '/responses' || path.startsWith('/responses/')) return responses.answer(answering);
  return refuse(response, 404, `The sandbox's models do not answer ${path}.`, 'not_found');
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Json);
}
