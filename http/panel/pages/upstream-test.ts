// The dialog that tests the connection to an upstream, step by step.

import type { Context, Schemas } from '../api/types.ts';
import { openDialog } from '../forms/dialog.ts';
import { h } from '../shell/dom.ts';
import { badge, named } from '../shell/format.ts';
import { section } from '../shell/section.ts';

const titles: Record<Schemas['UpstreamTestStep']['step'], string> = {
  name: 'Name',
  connection: 'Connection',
  tls: 'TLS',
  credential: 'Credential',
  models: 'Models',
};

const kinds: Record<Schemas['UpstreamTestStep']['state'], 'good' | 'bad' | 'quiet'> = {
  ok: 'good',
  failed: 'bad',
  skipped: 'quiet',
};

/** @param name of the upstream. */
export function openTest(context: Context, name: string) {
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

function failedStep({ steps }: Schemas['UpstreamTest']) {
  const step = steps.find(({ state }) => state === 'failed');
  return step === undefined ? '' : titles[step.step];
}

function stepList(steps: Schemas['UpstreamTestStep'][]) {
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

function sentence(text: string) {
  const isName = /^(https?:|base_url)/.test(text);
  return `${isName ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
