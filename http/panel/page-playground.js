/** @import { Page, ProjectContext, Schemas } from './types.ts' */

import { chatStream } from './chat-stream.js';
import { codeBlock } from './code-block.js';
import { fill, h } from './dom.js';
import { areaField, choiceField } from './fields.js';
import { count, decimals } from './format.js';
import { hitList } from './hits.js';
import { problem } from './problem.js';
import { chatRequest } from './quick-start.js';
import { section } from './section.js';
import { snippets } from './snippets.js';

/** @typedef {{ role: 'system' | 'user' | 'assistant', content: string }} Message */

const mostStores = 100;
const mostHits = 5;

/** @type {Page} */
export const playgroundPage = {
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
  return h(
    'div',
    { class: 'empty' },
    h('p', {}, h('strong', {}, 'No chat model yet.')),
    h('p', {}, 'An admin of the server adds models under Upstreams. The settings of the project say which it may use.'),
  );
}

/**
 * @param {ProjectContext} context
 * @param {Schemas['Model'][]} models
 * @param {Schemas['VectorStore'][]} stores
 */
function playground(context, models, stores) {
  const model = choiceField({
    name: 'model',
    label: 'Model',
    value: context.query.get('model') ?? undefined,
    choices: models.map(({ id }) => [id, id]),
  });
  const store = choiceField({
    name: 'store',
    label: 'Vector store',
    hint: `The ${mostHits} best results are added to the question.`,
    value: context.query.get('store') ?? undefined,
    choices: [['', 'none'], ...stores.map(({ id, name }) => /** @type {[string, string]} */ ([id, name || id]))],
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
  /** @type {Message[]} */
  let messages = [];
  /** @type {AbortController | undefined} */
  let running;
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

  /** @param {SubmitEvent} event */
  async function ask(event) {
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
      const body = await requestOf(text, mine.signal);
      fill(
        code,
        h('h3', { class: 'section' }, 'This request as code'),
        codeBlock(snippets(chatRequest(body), undefined)),
      );
      const written = await stream(body, answer, facts, mine.signal);
      messages.push({ role: 'user', content: text }, { role: 'assistant', content: written });
    } catch (error) {
      facts.textContent = 'Stopped.';
      if (!mine.signal.aborted) answer.append(problem(error));
    } finally {
      if (running === mine) running = undefined;
      send.removeAttribute('aria-disabled');
      stop.hidden = true;
    }
  }

  /**
   * Searches the chosen store, and returns the request with what was found.
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async function requestOf(text, signal) {
    const system = [instructions.area.value.trim()];
    const storeId = store.select.value;
    fill(found);
    if (storeId !== '') {
      const { data } = await context.api.post('/v1/vector_stores/{vector_store_id}/search', {
        params: { vector_store_id: storeId },
        body: { query: text, max_num_results: mostHits },
        signal: AbortSignal.any([signal, context.signal]),
      });
      fill(found, h('h3', { class: 'section' }, 'Search results'), hitList(data));
      const texts = data.map(
        ({ filename, content }) => `# ${filename}\n${content.map((part) => part.text).join('\n')}`,
      );
      system.push(`Answer from these texts:\n\n${texts.join('\n\n')}`);
    }
    const first = system.filter((one) => one !== '').join('\n\n');
    return {
      model: model.select.value,
      messages: [
        ...(first === '' ? [] : [{ role: 'system', content: first }]),
        ...messages,
        { role: 'user', content: text },
      ],
      stream: true,
    };
  }

  /**
   * Shows the answer while it comes. Returns it.
   * @param {Record<string, unknown>} body
   * @param {HTMLElement} place
   * @param {HTMLElement} facts
   * @param {AbortSignal} signal
   */
  async function stream(body, place, facts, signal) {
    const begun = performance.now();
    let firstMs = 0;
    let tokens = '';
    const scope = {
      organization: context.organization.id,
      project: context.project.id,
      signal: AbortSignal.any([signal, context.signal]),
    };
    for await (const { choices = [], usage } of chatStream(
      { ...body, stream_options: { include_usage: true } },
      scope,
    )) {
      const text = choices[0]?.delta?.content ?? '';
      if (text !== '' && firstMs === 0) firstMs = performance.now() - begun;
      place.append(text);
      if (usage) tokens = `${count(usage.prompt_tokens)} tokens in, ${count(usage.completion_tokens)} out. `;
    }
    const seconds = (/** @type {number} */ ms) => `${decimals(ms / 1000)} s`;
    facts.textContent = `${tokens}First word after ${seconds(firstMs)}, all after ${seconds(performance.now() - begun)}.`;
    return place.textContent ?? '';
  }
}

/**
 * @param {string} who
 * @param {HTMLElement[]} content
 */
function turn(who, ...content) {
  return h('li', {}, h('p', { class: 'who' }, h('bdi', {}, who)), content);
}
