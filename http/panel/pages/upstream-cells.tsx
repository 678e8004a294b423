// The cells of an upstream in its table: the models with their prices, and the health.

import type { Schemas } from '../api/index.ts';
import type { Upstream } from '../forms/index.ts';
import { badge, code, count, moment, shortMoment } from '../shell/index.ts';

type State = Schemas['UpstreamState'];

/** The number of models that the table names for each upstream. */
const maxShown = 8;

export function models(
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
export function state(state: State | undefined) {
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
