// The dialog that tests the connection to an upstream, step by step.

import type { Context, Schemas } from '../api/index.ts';
import { openDialog } from '../forms/index.ts';
import { button, named, section, stateBadge } from '../shell/index.ts';

const titles: Record<Schemas['UpstreamTestStep']['step'], string> = {
  name: 'Name',
  connection: 'Connection',
  tls: 'TLS',
  credential: 'Credential',
  models: 'Models',
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
            <p role="status">
              {found.ok ? 'The connection works.' : `The test failed at the step: ${failedStep(found)}.`}
            </p>,
            stepList(found.steps),
          ];
    });
    return [
      <p>{named(name)}</p>,
      element,
      <div class="buttons">
        {button('Test again', () => void load(), 'primary')}
        {button('Close', close)}
      </div>,
    ];
  });
}

function failedStep({ steps }: Schemas['UpstreamTest']) {
  const step = steps.find(({ state }) => state === 'failed');
  return step === undefined ? '' : titles[step.step];
}

function stepList(steps: Schemas['UpstreamTestStep'][]) {
  return (
    <ol class="test-steps">
      {steps.map(({ step, state, message }) => (
        <li>
          {stateBadge(state)}
          <div>
            <strong>{titles[step]}</strong>
            <p class="small">{sentence(message)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function sentence(text: string) {
  const isName = /^(https?:|base_url)/.test(text);
  return `${isName ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
