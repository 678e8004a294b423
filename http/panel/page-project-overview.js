/** @import { Activity } from './overview-usage.js' */
/** @import { Child, Page, ProjectContext, Schemas } from './types.ts' */

import { href } from './address.js';
import { attentionList, mattersIn, storeMatters } from './attention.js';
import { h } from './dom.js';
import { count, facts, money, size } from './format.js';
import { centsPerDollar } from './number-text.js';
import { activity, activityCards, sum } from './overview-usage.js';
import { quickStart } from './quick-start.js';
import { section } from './section.js';
import { spendLimitOf } from './spend-limit.js';
import { stepList } from './steps.js';

const mostRows = 100;

/** @type {Page} */
export const projectOverviewPage = {
  scope: 'project',
  path: '/o/:organization/projects/:project',
  title: 'Overview',
  label: 'Overview',
  render(context) {
    const { element, load } = section(context, () => content(context));
    void load();
    return [h('h2', { class: 'hidden' }, 'Overview'), element];
  },
};

/**
 * @param {ProjectContext} context
 * @returns {Promise<Child[]>}
 */
async function content(context) {
  const { api, organization, project } = context;
  const isOwner = organization.role === 'owner';
  const isArchived = project.status === 'archived';
  const base = `/o/${organization.id}/projects/${project.id}`;
  // An archived project refuses the calls of its own API.
  const [stores, models] = isArchived
    ? [{ data: [], has_more: false }, { data: [] }]
    : await Promise.all([api.get('/v1/vector_stores', { query: { limit: mostRows } }), api.get('/v1/models')]);
  const [used, overview, keys] = await Promise.all([
    isOwner ? activity(api, [project.id]) : undefined,
    isOwner ? api.get('/v1/organization/overview', { query: { project_id: project.id } }) : undefined,
    isOwner
      ? api.get('/v1/organization/projects/{project_id}/api_keys', {
          params: { project_id: project.id },
          query: { limit: 1 },
        })
      : undefined,
  ]);
  const cards =
    used === undefined || overview === undefined
      ? undefined
      : await ownerCards(context, { base, stores, used, overview });
  const matters =
    overview === undefined
      ? storeMatters(stores.data, base)
      : mattersIn(overview, { organizationId: organization.id, isOfProject: true });
  const steps = [
    ...(keys === undefined
      ? []
      : [
          {
            text: 'Create an API key',
            why: 'Each program that calls the API needs one.',
            isDone: keys.data.length > 0,
            path: `${base}/keys`,
          },
        ]),
    {
      text: 'Create a vector store and add files',
      why: 'Your programs can then search them.',
      isDone: stores.data.length > 0,
      path: `${base}/stores`,
    },
  ];
  return [
    !isArchived && stepList(steps),
    cards ?? storeFacts(stores, models.data),
    h('h2', { class: 'below' }, 'Needs attention'),
    attentionList(matters, overview?.has_more),
    !isArchived && [h('h2', { class: 'below' }, 'Quick start'), quickStart(context, undefined)],
  ].flat();
}

/**
 * @param {ProjectContext} context
 * @param {{
 *   base: string, stores: { data: Schemas['VectorStore'][], has_more: boolean }, used: Activity,
 *   overview: Schemas['OrganizationOverview'],
 * }} about
 */
async function ownerCards({ api, project }, { base, stores, used, overview }) {
  const limit = await spendLimitOf({ api }, project);
  return activityCards(used, overview, {
    limit: limitLine(used.spent, limit, base),
    storage: h('a', { class: 'small', href: href(`${base}/stores`) }, storeCount(stores)),
  });
}

/**
 * @param {number} spent
 * @param {Schemas['SpendLimit'] | undefined} limit
 * @param {string} base
 */
function limitLine(spent, limit, base) {
  const settings = href(`${base}/settings`);
  if (limit === undefined) return h('a', { class: 'small', href: settings }, 'Set a limit');
  const most = limit.threshold_amount / centsPerDollar;
  const label = `${money(spent)} of the limit of ${money(most)}`;
  return h(
    'div',
    {},
    h('meter', {
      'aria-label': label,
      min: 0,
      max: Math.max(most, 0.01),
      high: most * 0.8,
      value: Math.min(spent, most),
    }),
    h('a', { class: 'small', href: settings }, `of ${money(most)}`),
  );
}

/**
 * @param {{ data: Schemas['VectorStore'][], has_more: boolean }} stores
 * @param {Schemas['Model'][]} models
 */
function storeFacts(stores, models) {
  return facts([
    ['Vector stores', storeCount(stores)],
    ['In vector stores', size(storeBytes(stores.data))],
    ['Models', count(models.length)],
  ]);
}

/** @param {{ data: unknown[], has_more: boolean }} stores */
function storeCount({ data, has_more: hasMore }) {
  if (data.length === 1) return '1 vector store';
  return `${count(data.length)}${hasMore ? '+' : ''} vector stores`;
}

/** @param {Schemas['VectorStore'][]} stores */
function storeBytes(stores) {
  return sum(stores.map(({ bytes }) => bytes));
}
