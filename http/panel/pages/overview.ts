import type { Child, OrganizationContext, Page, Schemas } from '../api/types.ts';
import { href } from '../shell/address.ts';
import { h } from '../shell/dom.ts';
import { count, named } from '../shell/format.ts';
import { heading } from '../shell/heading.ts';
import { section } from '../shell/section.ts';
import { attentionList, mattersIn } from './attention.ts';
import { activity, activityCards } from './overview-usage.ts';
import { stepList } from './steps.ts';

const mostRows = 100;

export const overviewPage: Page = {
  scope: 'organization',
  path: '/o/:organization',
  title: 'Overview',
  label: 'Overview',
  shortcut: 'o',
  render(context) {
    const { element, load } = section(context, () =>
      context.organization.role === 'owner' ? forOwner(context) : forMember(context),
    );
    void load();
    return [heading('Overview', { lead: named(context.organization.name) }), element];
  },
};

async function forOwner({ api, organization }: OrganizationContext): Promise<Child[]> {
  const base = `/o/${organization.id}`;
  const [of, projects, overview] = await Promise.all([
    activity(api, []),
    api.get('/v1/organization/projects', { query: { limit: mostRows } }),
    // One call: the server looks at all projects, however many there are.
    api.get('/v1/organization/overview'),
  ]);
  if (projects.data.length === 0) {
    const why = 'A project holds vector stores, files and the keys of your programs.';
    return [
      stepList([{ text: 'Create a project', why, isDone: false, path: `${base}/projects` }]),
      h('p', {}, 'Or ', h('a', { href: href(`${base}/invitations`) }, 'invite people'), ' to this organization.'),
    ];
  }
  return [
    h('h2', { class: 'hidden' }, 'Usage'),
    activityCards(of, overview, {
      limit: h('a', { class: 'small', href: href(`${base}/usage?window=30&group=project_id`) }, 'By project'),
      storage: false,
    }),
    h('h2', { class: 'below' }, 'Needs attention'),
    attentionList(mattersIn(overview, { organizationId: organization.id, isOfProject: false }), overview.has_more),
    h('h2', { class: 'below' }, 'Projects'),
    ...projectCards(base, projects),
  ];
}

async function forMember({ api, organization }: OrganizationContext): Promise<Child[]> {
  const base = `/o/${organization.id}`;
  const projects = await api.get('/v1/organization/projects', { query: { limit: mostRows } });
  if (projects.data.length === 0)
    return [
      h(
        'div',
        { class: 'empty' },
        h('p', {}, h('strong', {}, 'No projects yet.')),
        h('p', {}, 'An owner of the organization can create one.'),
      ),
    ];
  return [
    h('p', { class: 'lead' }, 'Choose a project. Only owners of the organization see usage and costs.'),
    ...projectCards(base, projects),
  ];
}

function projectCards(base: string, { data, has_more: hasMore }: { data: Schemas['Project'][]; has_more: boolean }) {
  const shown = data.slice(0, 6);
  return [
    h(
      'ul',
      { class: 'cards' },
      shown.map(({ id, name, models }) =>
        h(
          'li',
          {},
          h('a', { href: href(`${base}/projects/${id}`) }, named(name)),
          h('p', { class: 'soft small' }, models.length === 0 ? 'all models' : `${count(models.length)} models`),
        ),
      ),
    ),
    (hasMore || data.length > shown.length) && h('p', {}, h('a', { href: href(`${base}/projects`) }, 'All projects')),
  ];
}
