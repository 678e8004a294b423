// The card with a project's monthly spend limit and its current spend.

import { type Child, type ProjectContext, type Schemas, spentThisMonth, sum } from '../api/index.ts';
import { badge, money, section } from '../shell/index.ts';
import { form } from './form.tsx';
import { dollarsField } from './limit-fields.tsx';

export function spendLimitCard(context: ProjectContext) {
  const read = async (limit: Promise<Limit>): Promise<Child[]> => {
    const [known, spent] = await Promise.all([limit, spentThisMonth(context.api, [context.project.id])]);
    return content(context, known, sum([...spent.values()]), (saved) => load(() => read(Promise.resolve(saved))));
  };
  const { element, load } = section(context, () => read(spendLimitOf(context)));
  return (
    <section class="card">
      <h3>Spend limit</h3>
      {element}
    </section>
  );
}

type Limit = Schemas['SpendLimit'] | undefined;

function content(context: ProjectContext, limit: Limit, dollars: number, onSaved: (saved: Limit) => unknown) {
  const isReached = limit?.enforcement.status === 'enforcing';
  return [
    <p>
      Model calls have cost {money(dollars)} this month. {isReached && badge('limit reached', 'bad')}
    </p>,
    <p class="hint">
      When the cost of a month reaches this limit, further model calls are refused until the month ends (UTC). The cost
      depends on the prices of the upstreams.
    </p>,
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
      run: ({ threshold_amount: amount }) => save(context, amount),
      onDone: onSaved,
      notice: (saved) => [saved === undefined ? 'The spend limit is removed.' : 'The spend limit is saved.'],
    }),
  ];
}

/** Returns the project's limit, or undefined if the project has none. */
export async function spendLimitOf({ api, project }: ProjectContext) {
  // Without this check the browser would log the 404 of each project that has no limit.
  if (!project.has_spend_limit) return undefined;
  return api.get('/v1/organization/projects/{project_id}/spend_limit');
}

/** @param cents null: no limit. */
async function save({ api }: ProjectContext, cents: unknown): Promise<Limit> {
  const path = '/v1/organization/projects/{project_id}/spend_limit';
  if (cents === null) {
    await api.remove(path);
    return undefined;
  }
  return api.post(path, { body: { threshold_amount: cents as number } });
}
