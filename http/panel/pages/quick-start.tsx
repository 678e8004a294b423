// The first request of a project, as code: with this server's address and a model that the project may use.

import { may, modelsOf, type ProjectContext, type Schemas } from '../api/index.ts';
import { CodeBlock, code, type Request, section, snippets } from '../shell/index.ts';

/**
 * Returns nothing for a reader who may not list the models.
 * @param key the key while it is shown.
 */
export function quickStart(context: ProjectContext, key: string | undefined) {
  if (!may(context, 'models.read')) return undefined;
  const { element } = section(context, async () => {
    const request = firstRequest(await modelsOf(context, { additional_data: true }));
    return [
      key === undefined && (
        <p class="soft small">
          The code reads the key from the environment variable {code('SVC_API_KEY')}
          {may(context, 'keys.write') ? '.' : '. An owner of the organization creates keys: ask for one.'}
        </p>
      ),
      request === undefined ? (
        <p>The project has no models. Ask an admin to add an upstream, or allow more models in the project settings.</p>
      ) : (
        <CodeBlock snippets={snippets(request, key)} />
      ),
    ];
  });
  return element;
}

/** Returns a request that the project can make: of a chat model, else of an embedding model. */
function firstRequest(models: Schemas['Model'][]): Request | undefined {
  const kinds = models.map(({ id, additional_data: data }) => ({ id, kind: data?.kind ?? 'unknown' }));
  const chat = kinds.find(({ kind }) => kind === 'chat') ?? kinds.find(({ kind }) => kind === 'unknown');
  if (chat !== undefined) return chatRequest({ model: chat.id, messages: [{ role: 'user', content: 'Say hello.' }] });
  const embedding = kinds.find(({ kind }) => kind === 'embedding');
  return (
    embedding && {
      path: '/v1/embeddings',
      method: 'embeddings.create',
      body: { model: embedding.id, input: 'Hello' },
      answer: 'answer.data[0].embedding',
      pythonAnswer: 'answer["data"][0]["embedding"]',
    }
  );
}

function chatRequest(body: Record<string, unknown>): Request {
  return {
    path: '/v1/chat/completions',
    method: 'chat.completions.create',
    body,
    answer: 'answer.choices[0].message.content',
    pythonAnswer: 'answer["choices"][0]["message"]["content"]',
  };
}
