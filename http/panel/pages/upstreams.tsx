import type { AccountContext, Page, Schemas } from '../api/index.ts';
import { confirmFirst, confirmRemoval, openForm, resetButton, type Upstream, upstreamsNow } from '../forms/index.ts';
import { nothing, type RowAction, rowActions, rowButton, table } from '../lists/index.ts';
import { button, code, heading, moment, named } from '../shell/index.ts';
import { models, state } from './upstream-cells.tsx';
import { openTest } from './upstream-test.tsx';

type State = Schemas['UpstreamState'];

export const upstreamsPage: Page = {
  scope: 'admin',
  path: '/server/upstreams',
  title: 'Upstreams',
  shortcut: 't',
  async render(context) {
    const [upstreams, provenance, states] = await Promise.all([
      upstreamsNow(context),
      context.api.get('/admin/config/provenance'),
      context.api.get('/admin/upstreams'),
    ]);
    const stateOf = new Map(states.upstreams.map((one) => [one.name, one]));
    const origin = provenance.settings.find(({ path }) => path === 'upstreams');
    const isFixed = origin?.source === 'environment';
    const add = button('Add an upstream', () => openForm(undefined, [], context), 'primary');
    return [
      heading('Upstreams', {
        lead: 'The servers that run models. If several upstreams offer a model, the server tries them in this order.',
        actions: isFixed ? [] : [add],
      }),
      source(origin, context),
      upstreams.length === 0
        ? nothing('No upstreams yet.', 'Add a server with an OpenAI-compatible API. Projects can then call its models.')
        : table(upstreams, 'Upstreams', {
            Name: ({ name, base_url: url, api_key: key }) => [
              named(name),
              code(url),
              key === null && <p class="soft small">no API key</p>,
            ],
            Models: (one) => models(one, stateOf.get(one.name)),
            Health: ({ name }) => state(stateOf.get(name)),
            Actions: {
              actions: (one) => actions(one, { all: upstreams, state: stateOf.get(one.name), isFixed }, context),
            },
          }),
    ];
  },
};

/** Returns a note on where the list is configured, if it is not in the configuration file. */
function source(origin: Schemas['SettingProvenance'] | undefined, context: AccountContext) {
  if (origin?.source === 'environment')
    return (
      <p class="banner">
        {code(origin.env ?? '')} in the server’s environment sets the upstreams, so they cannot be changed here.
      </p>
    );
  if (origin?.source !== 'stored') return false;
  return (
    <div class="filters">
      <p>Last changed here: {moment(origin.updated_at)}.</p>
      {resetButton(context, origin.reset_source)}
    </div>
  );
}

function actions(
  upstream: Upstream,
  { all, state, isFixed }: { all: Upstream[]; state: State | undefined; isFixed: boolean },
  context: AccountContext,
) {
  const { name } = upstream;
  const act = (...action: RowAction) => rowButton(action, name);
  const test = act('Test connection', () => openTest(context, name));
  if (isFixed) return [test];
  return rowActions({ id: `upstream-${all.indexOf(upstream)}`, name }, [
    test,
    all[0] !== upstream && act('Try first', () => confirmFirst(name, context)),
    act('Edit', () => openForm(upstream, state?.unpriced_models ?? [], context)),
    act('Remove', () => confirmRemoval(name, context), 'danger-text'),
  ]);
}
