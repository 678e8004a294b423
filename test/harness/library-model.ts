// A model of chat completions and embeddings that behaves as the libraries of applications expect.

import { type ChatPart, chats } from './scripted-chat.ts';
import { type Answering, json, vector } from './upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the bodies are those of many libraries.
type Loose = any;

/** Answers as a model does: calls the tool, then tells its result; describes an image; follows a schema. */
export function answerAsModel(answering: Answering): unknown {
  const { seen, response } = answering;
  const { model, messages = [], tools, response_format: format } = seen.body as Loose;
  if (seen.path === '/v1/embeddings') return embeddings(answering);
  if (!seen.path.endsWith('/chat/completions')) return json(response, 404, { detail: 'Not Found' });
  const last = messages.at(-1);
  if (model === 'slow') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.write('data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"}}]}\n\n');
  }
  const isSeen = Array.isArray(last.content) && last.content.some(({ type }: Loose) => type === 'image_url');
  const parts: ChatPart[] =
    last.role === 'tool'
      ? [{ text: `The tool says: ${last.content}` }]
      : format?.type === 'json_schema'
        ? [{ text: '{"city":"Oslo","degrees":7}' }]
        : tools?.length > 0
          ? [{ call: tools[0].function.name, arguments: argumentsOf(tools[0].function) }]
          : [{ text: isSeen ? 'I see an image.' : 'Hello there.' }];
  return chats({ parts })(answering);
}

/** Some libraries ask for structured output by a tool. */
function argumentsOf({ parameters }: Loose): string {
  return JSON.stringify({ city: 'Oslo', ...('degrees' in parameters.properties ? { degrees: 7 } : {}) });
}

function embeddings({ seen, response }: Answering): void {
  const { input } = seen.body as Loose;
  const data = [input].flat().map((_, index) => ({ object: 'embedding', index, embedding: vector }));
  json(response, 200, { object: 'list', model: 'embedder', data, usage: { prompt_tokens: 2, total_tokens: 2 } });
}
