// Parts of the settings of a project.

import { type Child, type ProjectContext, type Schemas, saveProject } from '../api/index.ts';
import { callLimits, confirmAction, form, toolLines } from '../forms/index.ts';
import { button, code, count, facts, moment, named, size, stateBadge } from '../shell/index.ts';

export const limits = {
  ...callLimits,
  vector_store_bytes: ['Size of vector stores', 'bytes'],
  file_bytes: ['Size of files', 'bytes'],
} as const;

/** The settings for members, who may read but not change them. */
export function projectFacts({
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
    ['Status', stateBadge(status)],
    ['Created', moment(created_at)],
    ['Models', models.length === 0 ? 'all' : some(models)],
    ['Custom endpoints', endpoints.length === 0 ? 'all' : some(endpoints)],
    ['MCP servers', prefixes === 'all' ? 'all' : prefixes.length === 0 ? 'none' : some(prefixes)],
    ['MCP tools', Object.keys(tools).length === 0 ? 'all' : some(toolLines(tools))],
    ...Object.entries(limits).map(([name, [label, unit]]) => {
      const most = present[name as keyof typeof limits];
      return [label, most === null ? 'no limit' : unit === 'bytes' ? size(most) : count(most)] as [string, Child];
    }),
  ]);
}

export function archiving(context: ProjectContext) {
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
      run: () => api.post('/v1/organization/projects/{project_id}/archive'),
      onDone: reload,
      notice: () => ['The project ', named(project.name), ' is archived.'],
    });
  return [
    <h3>Archive</h3>,
    <p>An archived project refuses all requests. Its stores and keys are kept, and it can be made active again.</p>,
    button('Archive the project', archive, 'danger-text'),
  ];
}

export function restoring(context: ProjectContext) {
  return [
    <h3>Archived</h3>,
    form({
      fields: [],
      layout: [<p>Since {moment(context.project.archived_at)} the server has refused all requests to this project.</p>],
      submit: 'Unarchive project',
      run: () => saveProject(context, { status: 'active' }),
      notice: 'The project is active again.',
    }),
  ];
}
