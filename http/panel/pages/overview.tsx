import { activity, type Child, may, type OrganizationContext, type Page, type Schemas } from '../api/index.ts';
import { nothing } from '../lists/index.ts';
import { count, heading, href, named, section } from '../shell/index.ts';
import { attentionList, mattersIn } from './attention.tsx';
import { activityCards } from './overview-usage.tsx';
import { stepList } from './steps.tsx';

const mostRows = 100;

export const overviewPage: Page = {
  scope: 'organization',
  path: '/o/:organization',
  title: 'Overview',
  shortcut: 'o',
  render(context) {
    const { element } = section(context, () =>
      may(context, 'usage.read') ? withUsage(context) : withoutUsage(context),
    );
    return [heading('Overview', { lead: named(context.organization.name) }), element];
  },
};

async function withUsage(context: OrganizationContext): Promise<Child[]> {
  const { api, organization } = context;
  const base = `/o/${organization.id}`;
  const [of, projects, overview] = await Promise.all([
    activity(api, []),
    api.get('/v1/organization/projects', { query: { limit: mostRows } }),
    // One call: the server looks at all projects, however many there are.
    api.get('/v1/organization/overview'),
  ]);
  if (projects.data.length === 0 && may(context, 'projects.write')) {
    const why = 'A project holds vector stores, files and the keys of your programs.';
    return [
      stepList([{ text: 'Create a project', why, isDone: false, path: `${base}/projects` }]),
      may(context, 'invitations.write') && (
        <p>
          Or <a href={href(`${base}/invitations`)}>invite people</a> to this organization.
        </p>
      ),
    ];
  }
  return [
    <h2 class="hidden">Usage</h2>,
    activityCards(of, overview, {
      limit: (
        <a class="small" href={href(`${base}/usage?window=30&group=project_id`)}>
          By project
        </a>
      ),
      storage: false,
    }),
    <h2 class="below">Needs attention</h2>,
    attentionList(mattersIn(overview, { organizationId: organization.id, isOfProject: false }), overview.has_more),
    <h2 class="below">Projects</h2>,
    ...projectCards(base, projects),
  ];
}

async function withoutUsage({ api, organization }: OrganizationContext): Promise<Child[]> {
  const base = `/o/${organization.id}`;
  const projects = await api.get('/v1/organization/projects', { query: { limit: mostRows } });
  const lead = 'Choose a project. Only owners of the organization see usage and costs.';
  return [projects.data.length > 0 && <p class="lead">{lead}</p>, ...projectCards(base, projects)];
}

function projectCards(base: string, { data, has_more: hasMore }: { data: Schemas['Project'][]; has_more: boolean }) {
  if (data.length === 0) return [nothing('No projects yet.', 'An owner of the organization can create one.')];
  const shown = data.slice(0, 6);
  return [
    <ul class="cards">
      {shown.map(({ id, name, models }) => (
        <li>
          <a href={href(`${base}/projects/${id}`)}>{named(name)}</a>
          <p class="soft small">{models.length === 0 ? 'all models' : `${count(models.length)} models`}</p>
        </li>
      ))}
    </ul>,
    (hasMore || data.length > shown.length) && (
      <p>
        <a href={href(`${base}/projects`)}>All projects</a>
      </p>
    ),
  ];
}
