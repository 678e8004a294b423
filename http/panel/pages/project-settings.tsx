import { may } from '../api/account.ts';
import { modelsOf } from '../api/models.ts';
import type { Child, Field, Page, ProjectContext, Schemas } from '../api/types.ts';
import { confirmAction } from '../forms/confirm.tsx';
import { allOrSomeField, toolLines, toolsField } from '../forms/field-lists.tsx';
import { textField } from '../forms/fields.tsx';
import { form } from '../forms/form.tsx';
import { limitsField } from '../forms/limit-fields.tsx';
import { spendLimitCard } from '../forms/spend-limit.tsx';
import { announce } from '../shell/announce.tsx';
import { badge, code, count, facts, moment, named, size } from '../shell/format.tsx';
import { button, subheading } from '../shell/heading.tsx';

const limits: [name: keyof Schemas['EffectiveProjectLimits'], label: string, unit?: 'bytes'][] = [
  ['requests_per_minute', 'Requests per minute'],
  ['tokens_per_minute', 'Model tokens per minute'],
  ['tokens_per_day', 'Model tokens per day (UTC)'],
  ['tokens_per_month', 'Model tokens per month (UTC)'],
  ['vector_store_bytes', 'Size of vector stores', 'bytes'],
  ['file_bytes', 'Size of files', 'bytes'],
];

export const projectSettingsPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/settings',
  title: 'Settings',
  label: 'Settings',
  render: (context) => [subheading('Settings'), ...content(context)],
};

function content(context: ProjectContext) {
  return [
    ...(may(context, 'projects.write') ? owned(context) : [overview(context.project)]),
    mayLimitSpend(context) && spendLimitCard(context),
    may(context, 'projects.write') && (
      <section class="card">{context.project.status === 'active' ? archiving(context) : restoring(context)}</section>
    ),
  ];
}

/** The card shows the spend of the project, which is a cost of its organization. */
function mayLimitSpend(context: ProjectContext) {
  const { account, organization } = context;
  const isUsageOpen = may({ account, organization }, 'usage.read');
  return isUsageOpen && may(context, 'limits.read') && may(context, 'limits.write');
}

function owned(context: ProjectContext) {
  const { project } = context;
  return [
    <section class="card">
      <h3>Name, models and endpoints</h3>
      {form({
        fields: [textField({ name: 'name', label: 'Name', value: project.name }), ...allowances(context)],
        submit: 'Save',
        edits: true,
        run: (body) => save(context, body, 'The settings are saved.'),
      })}
    </section>,
    <section class="card">
      <h3>Limits</h3>
      {form({
        fields: [limitsField(limits, project.limits)],
        submit: 'Save the limits',
        edits: true,
        run: (body) => save(context, body, 'The limits are saved.'),
      })}
    </section>,
  ];
}

/** Returns the models that the project may use now, as suggestions. Returns none if the request fails. */
async function modelIds(context: ProjectContext) {
  const models = await modelsOf(context).catch(() => []);
  return models.map(({ id }) => id);
}

function allowances(context: ProjectContext): Field[] {
  const { models, custom_endpoints: endpoints, mcp_prefixes: prefixes } = context.project;
  return [
    allOrSomeField({
      name: 'models',
      legend: 'Models',
      all: 'All models of the server',
      some: 'Only these',
      hint: 'For example gpt-4o-mini.',
      value: models,
      wholeValue: [],
      known: modelIds(context),
    }),
    allOrSomeField({
      name: 'custom_endpoints',
      legend: 'Custom endpoints',
      all: 'All custom endpoints of the server',
      some: 'Only these',
      hint: 'Paths such as /v1/ocr.',
      value: endpoints,
      wholeValue: [],
    }),
    allOrSomeField({
      name: 'mcp_prefixes',
      legend: 'MCP servers',
      all: 'All MCP servers',
      some: 'Only these',
      hint: 'Prefixes such as docs.',
      value: prefixes,
      wholeValue: 'all',
    }),
    toolsField(context.project.mcp_tools),
  ];
}

function archiving(context: ProjectContext) {
  const { api, project, reload } = context;
  const archive = () =>
    confirmAction({
      title: 'Archive the project?',
      text: [
        'All requests to ',
        <strong>{named(project.name)}</strong>,
        ' and its stores will be refused until the project is made active again. Nothing is deleted.',
      ],
      action: 'Archive the project',
      run: () => api.post('/v1/organization/projects/{project_id}/archive', { params: { project_id: project.id } }),
      onDone: () => {
        reload();
        announce('The project ', named(project.name), ' is archived.');
      },
    });
  return [
    <h3>Archive</h3>,
    <p>An archived project refuses all requests. Its stores and keys are kept, and it can be made active again.</p>,
    button('Archive the project', archive, 'danger-text'),
  ];
}

function restoring(context: ProjectContext) {
  return [
    <h3>Archived</h3>,
    form({
      fields: [],
      layout: [<p>Since {moment(context.project.archived_at)} the server has refused all requests to this project.</p>],
      submit: 'Unarchive project',
      run: () => save(context, { status: 'active' }, 'The project is active again.'),
    }),
  ];
}

async function save({ api, project, reload }: ProjectContext, body: Record<string, unknown>, told: string) {
  await api.post('/v1/organization/projects/{project_id}', {
    params: { project_id: project.id },
    body: body as Schemas['UpdateProjectRequest'],
  });
  reload();
  announce(told);
}

/** The settings for members, who may read but not change them. */
function overview({
  status,
  created_at,
  models,
  custom_endpoints: endpoints,
  mcp_prefixes: prefixes,
  mcp_tools: tools,
  limits: present,
}: Schemas['Project']) {
  const some = (values: string[]) => (
    <ul class="plain">
      {values.map((value) => (
        <li>{code(value)}</li>
      ))}
    </ul>
  );
  return facts([
    ['Status', badge(status, status === 'active' ? 'good' : 'bad')],
    ['Created', moment(created_at)],
    ['Models', models.length === 0 ? 'all' : some(models)],
    ['Custom endpoints', endpoints.length === 0 ? 'all' : some(endpoints)],
    ['MCP servers', prefixes === 'all' ? 'all' : prefixes.length === 0 ? 'none' : some(prefixes)],
    ['MCP tools', Object.keys(tools).length === 0 ? 'all' : some(toolLines(tools))],
    ...limits.map(([name, label, unit]) => {
      const most = present[name];
      return [label, most === null ? 'no limit' : unit === 'bytes' ? size(most) : count(most)] as [string, Child];
    }),
  ]);
}
