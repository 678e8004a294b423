// The card with a project's monthly spend limit and its current spend.

/** @import { ProjectContext, Schemas } from './types.ts' */

import { announce } from './announce.js';
import { fill, h } from './dom.js';
import { form } from './form.js';
import { badge, money } from './format.js';
import { dollarsField } from './limit-fields.js';
import { spentThisMonth, sum } from './overview-usage.js';
import { problem } from './problem.js';
import { ApiError } from './wire.js';

/** @param {ProjectContext} context */
export function spendLimitCard(context) {
  const title = h('h3', {}, 'Spend limit');
  const card = h('section', { class: 'card' }, title);
  void load();
  return card;

  async function load() {
    card.setAttribute('aria-busy', 'true');
    try {
      const [limit, spent] = await Promise.all([
        spendLimitOf(context, context.project.id),
        spentThisMonth(context.api, [context.project.id]),
      ]);
      fill(card, title, ...content(context, limit, sum([...spent.values()]), () => void load()));
    } catch (error) {
      if (!context.signal.aborted) fill(card, title, problem(error, { retry: () => void load() }));
    } finally {
      card.setAttribute('aria-busy', 'false');
    }
  }
}

/**
 * @param {ProjectContext} context
 * @param {Schemas['SpendLimit'] | undefined} limit
 * @param {number} dollars
 * @param {() => void} reload
 */
function content(context, limit, dollars, reload) {
  const isReached = limit?.enforcement.status === 'enforcing';
  return [
    h('p', {}, `Model calls have cost ${money(dollars)} this month. `, isReached && badge('limit reached', 'bad')),
    h(
      'p',
      { class: 'hint' },
      'When the cost of a month reaches this limit, further model calls are refused until the month ends (UTC). ',
      'The cost depends on the prices of the upstreams.',
    ),
    form({
      fields: [
        dollarsField({
          name: 'threshold_amount',
          label: 'US dollars per month',
          hint: 'Such as 12.50 or 2k. Empty: no limit.',
          value: limit?.threshold_amount ?? null,
          whenEmpty: 'null',
        }),
      ],
      submit: 'Save the spend limit',
      edits: true,
      run: async ({ threshold_amount: amount }) => {
        await save(context, amount);
        reload();
        announce(amount === null ? 'The spend limit is removed.' : 'The spend limit is saved.');
      },
    }),
  ];
}

/**
 * Returns the project's limit, or undefined if the project has none.
 * @param {Pick<ProjectContext, 'api'>} context
 * @param {string} projectId
 */
export async function spendLimitOf({ api }, projectId) {
  try {
    return await api.get('/v1/organization/projects/{project_id}/spend_limit', { params: { project_id: projectId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * @param {ProjectContext} context
 * @param {unknown} cents null: no limit.
 */
async function save({ api, project }, cents) {
  const path = '/v1/organization/projects/{project_id}/spend_limit';
  const params = { project_id: project.id };
  if (cents === null) return api.remove(path, { params });
  return api.post(path, { params, body: { threshold_amount: /** @type {number} */ (cents) } });
}
