// The dialog that tests the connection to an upstream, step by step.

/** @import { Context, Schemas } from './types.ts' */

import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { badge, named } from './format.js';
import { section } from './section.js';

/** @type {Record<Schemas['UpstreamTestStep']['step'], string>} */
const titles = {
  name: 'Name',
  connection: 'Connection',
  tls: 'TLS',
  credential: 'Credential',
  models: 'Models',
};

/** @type {Record<Schemas['UpstreamTestStep']['state'], 'good' | 'bad' | 'quiet'>} */
const kinds = { ok: 'good', failed: 'bad', skipped: 'quiet' };

/**
 * @param {Context} context
 * @param {string} name of the upstream.
 */
export function openTest(context, name) {
  openDialog('Test the connection', (close) => {
    const { element, load } = section(context, async () => {
      const { upstreams } = await context.api.post('/admin/upstreams/test', { query: { name } });
      const [found] = upstreams;
      return found === undefined
        ? 'This server does not know the upstream yet. Try again in a few seconds.'
        : [
            h(
              'p',
              { role: 'status' },
              found.ok ? 'The connection works.' : `The test failed at the step: ${failedStep(found)}.`,
            ),
            stepList(found.steps),
          ];
    });
    void load();
    return [
      h('p', {}, named(name)),
      element,
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'primary', click: () => void load() }, 'Test again'),
        h('button', { type: 'button', click: close }, 'Close'),
      ),
    ];
  });
}

/** @param {Schemas['UpstreamTest']} test */
function failedStep({ steps }) {
  const step = steps.find(({ state }) => state === 'failed');
  return step === undefined ? '' : titles[step.step];
}

/** @param {Schemas['UpstreamTestStep'][]} steps */
function stepList(steps) {
  return h(
    'ol',
    { class: 'test-steps' },
    steps.map(({ step, state, message }) =>
      h(
        'li',
        {},
        badge(state, kinds[state]),
        h('div', {}, h('strong', {}, titles[step]), h('p', { class: 'small' }, sentence(message))),
      ),
    ),
  );
}

/** @param {string} text */
function sentence(text) {
  const isName = /^(https?:|base_url)/.test(text);
  return `${isName ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
