import { useState } from 'preact/hooks';
import { may, modelsOf, type Page, type ProjectContext, type Schemas } from '../api/index.ts';
import { type Choices, playgroundFields, searchOf, sendOnEnter, textOf } from '../forms/index.ts';
import { everyRow, nothing } from '../lists/index.ts';
import { button, CodeBlock, type Request, section, snippets, subheading } from '../shell/index.ts';
import type { FoundText } from './answer-stream.ts';
import { hitList } from './hits.tsx';
import { useConversation } from './playground-conversation.ts';
import { TurnItems } from './playground-turn.tsx';

const mostStores = 1000;

export const playgroundPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/playground',
  title: 'Playground',
  permission: 'model.request',
  render(context) {
    const { element } = section(context, async () => {
      if (context.project.status === 'archived') return <p class="lead">The project is archived.</p>;
      const [models, stores] = await Promise.all([
        modelsOf(context, { additional_data: true }),
        may(context, 'vector_stores.read')
          ? everyRow((query) => context.api.get('/v1/vector_stores', { query }), { order: 'desc', most: mostStores })
          : [],
      ]);
      const isChat = ({ additional_data: data }: Schemas['Model']) =>
        !['embedding', 'rerank'].includes(data?.kind ?? '');
      const chat = models.filter(isChat);
      const about =
        'An admin of the server adds models under Upstreams. The settings of the project say which it may use.';
      if (chat.length === 0) return nothing('No chat model yet.', about);
      return <Playground context={context} models={chat} stores={stores} />;
    });
    return [subheading('Playground'), element];
  },
};

function Playground({ context, models, stores }: { context: ProjectContext } & Choices) {
  const [{ model, store, instructions, question }] = useState(() => playgroundFields(context, { models, stores }));
  const { turns, searches, sent, isBusy, ask, stop, restart } = useConversation(context);
  return (
    <div class="playground">
      <div class="setup">
        {[model.element, store.element, instructions.element]}
        {/* biome-ignore lint/a11y/useSemanticElements: a section is a region only with a heading */}
        <div role="region" aria-label="Search results">
          {searches.length > 0 && <h3 class="section">Search results</h3>}
          {searches.map(({ query, hits }) => hitList(hits.map(asHit), query))}
        </div>
      </div>
      <div class="talk">
        <div role="log" aria-label="Conversation">
          <ol class="turns">
            {turns.map((turn) => (
              <TurnItems turn={turn} />
            ))}
          </ol>
        </div>
        <form class="ask" noValidate onSubmit={send} onKeyDown={sendOnEnter}>
          {question.element}
          <div class="buttons">
            <button type="submit" class="primary" aria-disabled={isBusy ? 'true' : undefined}>
              Send
            </button>
            <button type="button" hidden={!isBusy} onClick={stop}>
              Stop
            </button>
            {button('Clear', clear, 'quiet')}
          </div>
        </form>
        {sent !== undefined && <h3 class="section">This request as code</h3>}
        {sent !== undefined && <CodeBlock snippets={snippets(asCode(sent), undefined)} />}
      </div>
    </div>
  );

  function send(event: Event) {
    event.preventDefault();
    if (isBusy) return;
    const text = textOf(question, 'Write a message.');
    if (text === undefined) return;
    question.set('');
    const first = instructions.text().trim();
    const storeId = store.text();
    const body = { ...(first !== '' && { instructions: first }), ...(storeId !== '' && searchOf(storeId)) };
    void ask(text, { model: model.text(), ...body });
  }

  function clear() {
    restart();
    question.focus();
  }
}

function asHit({ text, attributes, ...hit }: FoundText) {
  return { ...hit, attributes: attributes ?? {}, content: [{ text }] };
}

function asCode(body: Record<string, unknown>): Request {
  const message = 'next(item for item in answer["output"] if item["type"] == "message")';
  return {
    path: '/v1/responses',
    method: 'responses.create',
    body,
    answer: 'answer.output_text',
    pythonAnswer: `${message}["content"][0]["text"]`,
  };
}
