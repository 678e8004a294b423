// The card with a project's monthly spend limit and its current spend.

import { spentThisMonth, sum } from '../api/activity.ts';
import type { ProjectContext, Schemas } from '../api/types.ts';
import { announce } from '../shell/announce.ts';
import { fill, h } from '../shell/dom.ts';
import { badge, money } from '../shell/format.tsx';
import { problem } from '../shell/problem.tsx';
import { form } from './form.ts';
import { dollarsField } from './limit-fields.ts';

export function spendLimitCard(context: ProjectContext) {
  const title = h('h3', {}, 'Spend limit');
  const card = h('section', { class: 'card' }, title);
  void load(() => spendLimitOf(context, context.project));
  return card;

  async function load(read: () => Promise<Schemas['SpendLimit'] | undefined>) {
    card.setAttribute('aria-busy', 'true');
    try {
      const [limit, spent] = await Promise.all([read(), spentThisMonth(context.api, [context.project.id])]);
      fill(card, title, ...content(context, limit, sum([...spent.values()]), (saved) => void load(async () => saved)));
    } catch (error) {
      if (!context.signal.aborted) fill(card, title, problem(error, { retry: () => void load(read) }));
    } finally {
      card.setAttribute('aria-busy', 'false');
    }
  }
}

function content(
  context: ProjectContext,
  limit: Schemas['SpendLimit'] | undefined,
  dollars: number,
  onSaved: (saved: Schemas['SpendLimit'] | undefined) => void,
) {
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
          hint: 'For example 12.50 or 2k. Empty: no limit.',
          value: limit?.threshold_amount ?? null,
          whenEmpty: 'null',
        }),
      ],
      submit: 'Save the spend limit',
      edits: true,
      run: async ({ threshold_amount: amount }) => {
        onSaved(await save(context, amount));
        announce(amount === null ? 'The spend limit is removed.' : 'The spend limit is saved.');
      },
    }),
  ];
}

/** Returns the project's limit, or undefined if the project has none. */
export async function spendLimitOf(
  { api }: Pick<ProjectContext, 'api'>,
  { id, has_spend_limit: hasLimit }: Schemas['Project'],
) {
  // Without this check the browser would log the 404 of each project that has no limit.
  if (!hasLimit) return undefined;
  return api.get('/v1/organization/projects/{project_id}/spend_limit', { params: { project_id: id } });
}

/** @param cents null: no limit. */
async function save({ api, project }: ProjectContext, cents: unknown): Promise<Schemas['SpendLimit'] | undefined> {
  const path = '/v1/organization/projects/{project_id}/spend_limit';
  const params = { project_id: project.id };
  if (cents === null) {
    await api.remove(path, { params });
    return undefined;
  }
  return api.post(path, { params, body: { threshold_amount: cents as number } });
}
