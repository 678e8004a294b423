import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { areaField, choiceField } from '../forms/fields.ts';
import { nothing } from '../lists/nothing.tsx';
import { codeBlock } from '../shell/code-block.tsx';
import { append, fill, h } from '../shell/dom.ts';
import { count, decimals, named } from '../shell/format.tsx';
import { problem } from '../shell/problem.tsx';
import { section } from '../shell/section.ts';
import type { Request } from '../shell/snippets.ts';
import { snippets } from '../shell/snippets.ts';
import type { Answer, FoundText } from './answer-stream.ts';
import { answerStream } from './answer-stream.ts';
import { hitList } from './hits.tsx';

type Message = { role: 'user' | 'assistant'; content: string };

const mostStores = 100;
const mostHits = 5;

export const playgroundPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/playground',
  title: 'Playground',
  label: 'Playground',
  render(context) {
    const { element, load } = section(context, async () => {
      if (context.project.status === 'archived') return h('p', { class: 'lead' }, 'The project is archived.');
      const [models, stores] = await Promise.all([
        context.api.get('/v1/models', { query: { additional_data: true } }),
        context.api.get('/v1/vector_stores', { query: { limit: mostStores } }),
      ]);
      const chat = models.data.filter(
        ({ additional_data: data }) => !['embedding', 'rerank'].includes(data?.kind ?? ''),
      );
      return chat.length === 0 ? noModel() : playground(context, chat, stores.data);
    });
    void load();
    return [h('header', { class: 'section' }, h('h2', {}, 'Playground')), element];
  },
};

function noModel() {
  return nothing(
    'No chat model yet.',
    'An admin of the server adds models under Upstreams. The settings of the project say which it may use.',
  );
}

function playground(context: ProjectContext, models: Schemas['Model'][], stores: Schemas['VectorStore'][]) {
  const model = choiceField({
    name: 'model',
    label: 'Model',
    value: context.query.get('model') ?? undefined,
    choices: models.map(({ id }) => [id, id]),
  });
  const store = choiceField({
    name: 'store',
    label: 'Vector store',
    hint: `The model searches it, and gets the ${mostHits} best results of each search.`,
    value: context.query.get('store') ?? undefined,
    choices: [['', 'none'], ...stores.map(({ id, name }) => [id, name || id] as [string, string])],
  });
  const instructions = areaField({ name: 'instructions', label: 'Instructions', optional: true, rows: 2 });
  const question = areaField({
    name: 'question',
    label: 'Message',
    hint: 'Enter sends. Shift and Enter begin a new line.',
    rows: 3,
  });
  const turns = h('ol', { class: 'turns', role: 'log', 'aria-label': 'Conversation' });
  const found = h('div', { role: 'region', 'aria-label': 'Search results' });
  const code = h('div', {});
  const send = h('button', { class: 'primary' }, 'Send');
  const stop = h('button', { type: 'button', hidden: true, click: () => running?.abort() }, 'Stop');
  let messages: Message[] = [];
  let running: AbortController | undefined;
  question.area.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  const clear = h('button', { type: 'button', class: 'quiet', click: () => restart() }, 'Clear');
  const form = h(
    'form',
    { class: 'ask', novalidate: true, submit: ask },
    question.element,
    h('div', { class: 'buttons' }, send, stop, clear),
  );
  return h(
    'div',
    { class: 'playground' },
    h('div', { class: 'setup' }, model.element, store.element, instructions.element, found),
    h('div', { class: 'talk' }, turns, form, code),
  );

  function restart() {
    running?.abort();
    messages = [];
    fill(turns);
    fill(found);
    fill(code);
    question.focus();
  }

  async function ask(event: SubmitEvent) {
    event.preventDefault();
    if (running !== undefined) return;
    const text = question.area.value.trim();
    question.setProblem(text === '' ? 'Write a message.' : undefined);
    if (text === '') return question.focus();
    const mine = new AbortController();
    running = mine;
    send.setAttribute('aria-disabled', 'true');
    stop.hidden = false;
    const answer = h('div', { class: 'said', dir: 'auto' });
    const facts = h('p', { class: 'soft small' }, 'Waiting …');
    turns.append(turn('You', h('div', { class: 'said', dir: 'auto' }, text)), turn(model.select.value, answer, facts));
    question.area.value = '';
    try {
      const body = requestOf(text);
      fill(code, h('h3', { class: 'section' }, 'This request as code'), codeBlock(snippets(asCode(body), undefined)));
      fill(found);
      const written = await stream(body, answer, facts, mine.signal);
      // Some models refuse a message without text.
      if (written !== '') messages.push({ role: 'user', content: text }, { role: 'assistant', content: written });
    } catch (error) {
      const isStopped = mine.signal.aborted || context.signal.aborted;
      facts.textContent = isStopped ? 'Stopped.' : '';
      if (!isStopped) append(answer, problem(error));
    } finally {
      if (running === mine) running = undefined;
      send.removeAttribute('aria-disabled');
      stop.hidden = true;
    }
  }

  function requestOf(text: string) {
    const storeId = store.select.value;
    const first = instructions.area.value.trim();
    return {
      model: model.select.value,
      ...(first !== '' && { instructions: first }),
      input: [...messages, { role: 'user', content: text }],
      ...(storeId !== '' && searchOf(storeId)),
      store: false,
    };
  }

  /**
   * Shows the answer while it comes, with a number for each file that it cites, and what was found. Returns its text.
   */
  async function stream(body: Record<string, unknown>, place: HTMLElement, facts: HTMLElement, signal: AbortSignal) {
    const begun = performance.now();
    let firstMs = 0;
    let written = '';
    const sources: Map<string, string> = new Map();
    let last: Answer | undefined;
    const scope = {
      organization: context.organization.id,
      project: context.project.id,
      signal: AbortSignal.any([signal, context.signal]),
    };
    try {
      for await (const { type, delta = '', annotation, item, response } of answerStream(body, scope)) {
        if (type === 'response.output_text.delta' || type === 'response.refusal.delta') {
          firstMs ||= performance.now() - begun;
          written += delta;
          place.append(delta);
        } else if (annotation?.type === 'file_citation') {
          sources.set(annotation.file_id, annotation.filename);
          const number = [...sources.keys()].indexOf(annotation.file_id) + 1;
          place.append(h('sup', { title: annotation.filename }, `[${number}]`));
        } else if (type === 'response.output_item.done' && item?.type === 'file_search_call') {
          if (found.childElementCount === 0) found.append(h('h3', { class: 'section' }, 'Search results'));
          append(found, hitList((item.results ?? []).map(asHit), (item.queries ?? []).join(' ')));
        } else last = response ?? last;
      }
    } finally {
      const names = [...sources.values()].map((name, index) => h('li', {}, `[${index + 1}] `, named(name)));
      if (names.length > 0) facts.before(h('ul', { class: 'sources small', 'aria-label': 'Sources' }, names));
    }
    const seconds = (ms: number) => `${decimals(ms / 1000)} s`;
    facts.textContent = [
      last?.usage && `${count(last.usage.input_tokens)} tokens in, ${count(last.usage.output_tokens)} out.`,
      `${firstMs === 0 ? 'All' : `First word after ${seconds(firstMs)}, all`} after ${seconds(performance.now() - begun)}.`,
      last?.incomplete_details && `The answer is incomplete: ${last.incomplete_details.reason}.`,
    ]
      .filter(Boolean)
      .join(' ');
    return written;
  }
}

/**
 * The part of a request with which the model searches a vector store. It must search once, so that the results are seen.
 */
function searchOf(storeId: string) {
  return {
    tools: [{ type: 'file_search', vector_store_ids: [storeId], max_num_results: mostHits }],
    tool_choice: { type: 'file_search' },
    include: ['file_search_call.results'],
  };
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

function turn(who: string, ...content: HTMLElement[]) {
  return h('li', {}, h('p', { class: 'who' }, h('bdi', {}, who)), content);
}
