import { may } from '../api/account.ts';
import { type Activity, activity, sum } from '../api/activity.ts';
import { modelsOf } from '../api/models.ts';
import type { Child, Page, ProjectContext, Schemas } from '../api/types.ts';
import { spendLimitOf } from '../forms/spend-limit.tsx';
import { href } from '../shell/address.ts';
import { count, facts, money, size } from '../shell/format.tsx';
import { centsPerDollar } from '../shell/number-text.ts';
import { section } from '../shell/section.tsx';
import { attentionList, mattersIn, storeMatters } from './attention.tsx';
import { activityCards } from './overview-usage.tsx';
import { quickStart } from './quick-start.tsx';
import { stepList } from './steps.tsx';

const mostRows = 100;

export const projectOverviewPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project',
  title: 'Overview',
  label: 'Overview',
  render: (context) => [<h2 class="hidden">Overview</h2>, section(context, () => content(context)).element],
};

async function content(context: ProjectContext): Promise<Child[]> {
  const { api, account, organization, project } = context;
  const isArchived = project.status === 'archived';
  const base = `/o/${organization.id}/projects/${project.id}`;
  const params = { project_id: project.id };
  const seesUsage = may({ account, organization }, 'usage.read');
  // An archived project refuses the calls of its own API.
  const isOpen = (permission: Schemas['Permission']) => !isArchived && may(context, permission);
  const [stores, models, used, overview, keys] = await Promise.all([
    isOpen('vector_stores.read')
      ? api.get('/v1/vector_stores', { query: { limit: mostRows } })
      : { data: [], has_more: false },
    modelsOf(context),
    seesUsage ? activity(api, [project.id]) : undefined,
    seesUsage ? api.get('/v1/organization/overview', { query: params }) : undefined,
    may(context, 'keys.read')
      ? api.get('/v1/organization/projects/{project_id}/api_keys', { params, query: { limit: 1 } })
      : undefined,
  ]);
  const cards =
    used === undefined || overview === undefined
      ? undefined
      : await usageCards(context, { base, stores, used, overview });
  const matters =
    overview === undefined
      ? storeMatters(stores.data, base)
      : mattersIn(overview, { organizationId: organization.id, isOfProject: true });
  const steps = [
    ...(keys === undefined || !may(context, 'keys.write')
      ? []
      : [
          {
            text: 'Create an API key',
            why: 'Each program that calls the API needs one.',
            isDone: keys.data.length > 0,
            path: `${base}/keys`,
          },
        ]),
    ...(may(context, 'vector_stores.write')
      ? [
          {
            text: 'Create a vector store and add files',
            why: 'Your programs can then search them.',
            isDone: stores.data.length > 0,
            path: `${base}/stores`,
          },
        ]
      : []),
  ];
  return [
    !isArchived && steps.length > 0 && stepList(steps),
    cards ?? storeFacts(stores, models),
    <h2 class="below">Needs attention</h2>,
    attentionList(matters, overview?.has_more),
    isOpen('models.read') && [<h2 class="below">Quick start</h2>, quickStart(context, undefined)],
  ].flat();
}

async function usageCards(
  context: ProjectContext,
  {
    base,
    stores,
    used,
    overview,
  }: {
    base: string;
    stores: { data: Schemas['VectorStore'][]; has_more: boolean };
    used: Activity;
    overview: Schemas['OrganizationOverview'];
  },
) {
  const limit = may(context, 'limits.read') ? await spendLimitOf(context, context.project) : undefined;
  return activityCards(used, overview, {
    limit: may(context, 'limits.read') && limitLine(used.spent, limit, base),
    storage: (
      <a class="small" href={href(`${base}/stores`)}>
        {storeCount(stores)}
      </a>
    ),
  });
}

function limitLine(spent: number, limit: Schemas['SpendLimit'] | undefined, base: string) {
  const settings = href(`${base}/settings`);
  if (limit === undefined)
    return (
      <a class="small" href={settings}>
        Set a limit
      </a>
    );
  const most = limit.threshold_amount / centsPerDollar;
  const label = `${money(spent)} of the limit of ${money(most)}`;
  return (
    <div>
      <meter aria-label={label} min={0} max={Math.max(most, 0.01)} high={most * 0.8} value={Math.min(spent, most)} />
      <a class="small" href={settings}>
        of {money(most)}
      </a>
    </div>
  );
}

function storeFacts(stores: { data: Schemas['VectorStore'][]; has_more: boolean }, models: Schemas['Model'][]) {
  return facts([
    ['Vector stores', storeCount(stores)],
    ['In vector stores', size(storeBytes(stores.data))],
    ['Models', count(models.length)],
  ]);
}

function storeCount({ data, has_more: hasMore }: { data: unknown[]; has_more: boolean }) {
  if (data.length === 1) return '1 vector store';
  return `${count(data.length)}${hasMore ? '+' : ''} vector stores`;
}

function storeBytes(stores: Schemas['VectorStore'][]) {
  return sum(stores.map(({ bytes }) => bytes));
}
