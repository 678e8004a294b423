import {
  ApiError,
  activity,
  type Child,
  may,
  modelsOf,
  type Page,
  type ProjectContext,
  type Schemas,
  sum,
} from '../api/index.ts';
import { count, facts, section, size } from '../shell/index.ts';
import { attentionList, mattersIn, storeMatters } from './attention.tsx';
import { storeCount, usageCards } from './project-usage.tsx';
import { quickStart } from './quick-start.tsx';
import { stepList } from './steps.tsx';

const mostRows = 100;
const none = { data: [], has_more: false };

export const projectOverviewPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project',
  title: 'Overview',
  render: (context) => [<h2 class="hidden">Overview</h2>, section(context, () => content(context)).element],
};

async function content(context: ProjectContext): Promise<Child[]> {
  const { api, account, organization, project } = context;
  const isArchived = project.status === 'archived';
  const base = `/o/${organization.id}/projects/${project.id}`;
  const seesUsage = may({ account, organization }, 'usage.read');
  // An archived project refuses the calls of its own API.
  const isOpen = (permission: Schemas['Permission']) => !isArchived && may(context, permission);
  const [stores, models, used, overview, keys] = await Promise.all([
    isOpen('vector_stores.read')
      ? api.get('/v1/vector_stores', { query: { limit: mostRows } }).catch(seesUsage ? unlessLimited : undefined)
      : none,
    seesUsage ? [] : modelsOf(context),
    seesUsage ? activity(api, [project.id]) : undefined,
    seesUsage ? api.get('/v1/organization/overview', { query: { project_id: project.id } }) : undefined,
    may(context, 'keys.read')
      ? api.get('/v1/organization/projects/{project_id}/api_keys', { query: { limit: 1 } })
      : undefined,
  ]);
  const cards =
    used === undefined || overview === undefined
      ? undefined
      : await usageCards(context, { base, stores, used, overview });
  const matters =
    overview === undefined
      ? storeMatters(stores?.data ?? [], base)
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
            isDone: stores?.data.length !== 0,
            path: `${base}/stores`,
          },
        ]
      : []),
  ];
  return [
    !isArchived && steps.length > 0 && stepList(steps),
    cards ?? storeFacts(stores ?? none, models),
    <h2 class="below">Needs attention</h2>,
    attentionList(matters, overview?.has_more),
    isOpen('models.read') && [<h2 class="below">Quick start</h2>, quickStart(context, undefined)],
  ].flat();
}

/** Programs may have used up the project's rate limit: its owner then comes to see their usage. */
function unlessLimited(error: unknown) {
  if (error instanceof ApiError && error.status === 429) return undefined;
  throw error;
}

function storeFacts(stores: { data: Schemas['VectorStore'][]; has_more: boolean }, models: Schemas['Model'][]) {
  return facts([
    ['Vector stores', storeCount(stores)],
    ['In vector stores', size(storeBytes(stores.data))],
    ['Models', count(models.length)],
  ]);
}

function storeBytes(stores: Schemas['VectorStore'][]) {
  return sum(stores.map(({ bytes }) => bytes));
}
