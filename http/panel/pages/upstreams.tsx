import type { AccountContext, Page, Schemas } from '../api/types.ts';
import { ApiError } from '../api/wire.ts';
import { confirmAction } from '../forms/confirm.tsx';
import { openDialog } from '../forms/dialog.ts';
import { form } from '../forms/form.ts';
import type { Upstream } from '../forms/upstream-fields.ts';
import { upstreamFields, upstreamOf } from '../forms/upstream-fields.ts';
import { nothing } from '../lists/nothing.tsx';
import { table } from '../lists/table.tsx';
import { announce } from '../shell/announce.ts';
import { badge, code, count, moment, named, shortMoment } from '../shell/format.tsx';
import { heading } from '../shell/heading.tsx';
import { openTest } from './upstream-test.tsx';

type State = Schemas['UpstreamState'];

/** The number of models that the table names for each upstream. */
const maxShown = 8;

export const upstreamsPage: Page = {
  scope: 'admin',
  path: '/server/upstreams',
  title: 'Upstreams',
  label: 'Upstreams',
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
    const add = (
      <button type="button" class="primary" onClick={() => openForm(undefined, [], context)}>
        Add an upstream
      </button>
    );
    return [
      heading('Upstreams', {
        lead: 'The servers that run models. If several upstreams offer a model, the server tries them in this order.',
        actions: isFixed ? [] : [add],
      }),
      source(origin, context),
      upstreams.length === 0
        ? nothing('No upstreams yet.', 'Add a server with an OpenAI-compatible API. Projects can then call its models.')
        : table(upstreams, {
            label: 'Upstreams',
            columns: [
              {
                title: 'Name',
                cell: ({ name, base_url: url, api_key: key }) => [
                  named(name),
                  code(url),
                  key === null && <p class="soft small">no API key</p>,
                ],
              },
              { title: 'Models', cell: (one) => models(one, stateOf.get(one.name)) },
              { title: 'Health', cell: ({ name }) => state(stateOf.get(name)) },
              {
                title: 'Actions',
                kind: 'actions',
                cell: (one) => actions(one, { all: upstreams, state: stateOf.get(one.name), isFixed }, context),
              },
            ],
          }),
    ];
  },
};

async function upstreamsNow({ api }: AccountContext): Promise<Upstream[]> {
  const { upstreams } = await api.get('/admin/config');
  return upstreams as Upstream[];
}

/** Returns a note on where the list is configured, if it is not in the configuration file. */
function source(origin: Schemas['SettingProvenance'] | undefined, context: AccountContext) {
  if (origin?.source === 'environment')
    return (
      <p class="banner">
        {code(origin.env ?? '')} in the server’s environment sets the upstreams, so they cannot be changed here.
      </p>
    );
  if (origin?.source !== 'stored') return false;
  const reset = resetTo[origin.reset_source];
  const back = (
    <button type="button" onClick={() => confirmReset(context, reset)}>
      {reset.action}
    </button>
  );
  return (
    <div class="filters">
      <p>Last changed here: {moment(origin.updated_at)}.</p>
      {back}
    </div>
  );
}

function models(
  { models: given, custom_endpoints: endpoints, mcp_servers: servers }: Upstream,
  state: State | undefined,
) {
  const further = [...endpoints, ...Object.keys(servers).map((prefix) => `/mcp/${prefix}`)];
  const ids = given?.map(({ id }) => id) ?? state?.models ?? null;
  return [
    ids === null ? 'not listed yet' : idsOf(ids),
    given === null && ids !== null && <p class="soft small">as listed by the upstream</p>,
    state !== undefined && ids !== null && ids.length > 0 && pricing(state.unpriced_models ?? [], ids.length),
    further.length > 0 && <p class="soft small">{further.join(', ')}</p>,
  ];
}

function pricing(unpriced: string[], total: number) {
  if (unpriced.length === 0) return <p class="soft small">all have a price</p>;
  if (unpriced.length === total) return <p class="small">{badge('no model has a price', 'busy')}</p>;
  return (
    <p class="small">
      {badge('without a price', 'busy')}
      <span>{idsOf(unpriced)}</span>
    </p>
  );
}

/** Returns the health of the upstream, as seen by the server that answers this request. */
function state(state: State | undefined) {
  if (state === undefined) return '';
  const { paused, recent_failures: failures } = state;
  if (paused.length === 0 && failures.length === 0) return 'no failures';
  const lines = failures.map(({ at, outcome }) => [shortMoment(at), ': ', code(outcome)]);
  return [
    paused.length > 0 && badge(`paused: ${paused.join(', ')}`, 'bad'),
    failures.length > 0 && (
      <details class="small">
        <summary>Failed {lines[0] ?? []}</summary>
        <ul>
          {failures.map(({ at, outcome }) => (
            <li>
              {moment(at)}: {code(outcome)}
            </li>
          ))}
        </ul>
      </details>
    ),
  ];
}

function idsOf(ids: string[]) {
  const rest = ids.length - maxShown;
  if (ids.length === 0) return 'none';
  return ids.slice(0, maxShown).join(', ') + (rest > 0 ? ` and ${count(rest)} more` : '');
}

function actions(
  upstream: Upstream,
  { all, state, isFixed }: { all: Upstream[]; state: State | undefined; isFixed: boolean },
  context: AccountContext,
) {
  const { name } = upstream;
  const button = (text: string, click: () => void, style = '') => (
    <button type="button" class={style} aria-label={`${text}: ${name}`} onClick={click}>
      {text}
    </button>
  );
  const test = button('Test connection', () => openTest(context, name));
  if (isFixed) return [test];
  return [
    test,
    all[0] !== upstream && button('Try first', () => confirmFirst(name, context)),
    button('Edit', () => openForm(upstream, state?.unpriced_models ?? [], context)),
    button('Remove', () => confirmRemoval(name, context), 'danger-text'),
  ];
}

function openForm(before: Upstream | undefined, unpriced: string[], context: AccountContext) {
  const { first, more } = upstreamFields(before, unpriced);
  openDialog(before === undefined ? 'Add an upstream' : 'Edit the upstream', (close) =>
    form({
      fields: [...first, ...more],
      layout: [
        ...first.map(({ element }) => element),
        <details>
          <summary>More settings</summary>
          {more.map(({ element }) => element)}
        </details>,
      ],
      submit: before === undefined ? 'Add' : 'Save',
      cancel: close,
      async run(body) {
        const upstream = upstreamOf(body, before);
        await replace(context, (all) => {
          const place = before === undefined ? all.length : placeOf(before.name, all);
          return { all: all.toSpliced(place, 1, upstream as unknown as (typeof all)[number]), place };
        });
        close();
        announce('The upstream ', named(String(upstream.name)), ' was saved. All servers use it within seconds.');
      },
    }),
  );
}

function confirmFirst(name: string, context: AccountContext) {
  confirmAction({
    title: 'Try this upstream first?',
    text: ['For models that several upstreams offer, the server will try ', named(name), ' first.'],
    action: 'Try first',
    dangerous: false,
    run: () =>
      replace(context, (all) => {
        const place = placeOf(name, all);
        return { all: [all[place] as Upstream, ...all.toSpliced(place, 1)], place };
      }),
    onDone: () => announce(named(name), ' is tried first.'),
  });
}

function confirmRemoval(name: string, context: AccountContext) {
  confirmAction({
    title: 'Remove the upstream?',
    text: ['Running calls of ', named(name), ' can finish. Its key is deleted.'],
    action: 'Remove',
    run: () =>
      replace(context, (all) => {
        const place = placeOf(name, all);
        return { all: all.toSpliced(place, 1), place };
      }),
    onDone: () => announce('The upstream ', named(name), ' is removed.'),
  });
}

/** Removing the list that was made here restores the list of the file, which is empty where the file has none. */
const resetTo: Record<Schemas['ConfigSource'], { action: string; title: string; text: string }> = (() => {
  const file = {
    action: 'Reset to the file',
    title: 'Reset the upstreams to the file?',
    text: 'The upstreams of the configuration file apply again. Keys that were entered here are deleted.',
  };
  const none = {
    action: 'Remove all upstreams',
    title: 'Remove all upstreams?',
    text: 'The server then has no models but its own. Running calls can finish. The keys that were entered here are deleted.',
  };
  return { file, default: none, stored: none, environment: none };
})();

function confirmReset(
  { api, reload }: AccountContext,
  { action, title, text }: { action: string; title: string; text: string },
) {
  confirmAction({
    title,
    text,
    action,
    run: () => api.patch('/admin/config', { body: { upstreams: null } }),
    onDone: reload,
  });
}

/**
 * Applies the change to the current list, because another admin may have changed the list in the meantime.
 * @param change says which one it is about, too.
 */
async function replace(context: AccountContext, change: (all: Upstream[]) => { all: Upstream[]; place: number }) {
  const { all, place } = change(await upstreamsNow(context));
  try {
    await context.api.patch('/admin/config', { body: { upstreams: all } });
  } catch (error) {
    // The form knows the field names of a single upstream.
    if (error instanceof ApiError) {
      error.issues = error.issues.map((issue) => ({ ...issue, loc: fieldOf(issue.loc, place) }));
    }
    throw error;
  }
  context.reload();
}

function placeOf(name: string, all: Upstream[]) {
  const place = all.findIndex((one) => one.name === name);
  // Another admin has removed or renamed the upstream in the meantime.
  if (place === -1) throw Object.assign(new ApiError('The upstream no longer exists.'), { code: 'not_found' });
  return place;
}

function fieldOf([root = '', list = '', index, ...rest]: string[], place: number) {
  if (index === undefined) return [root, 'name'];
  return index === String(place) ? [root, ...rest] : [root, list, index, ...rest];
}
