import { saveProject } from '../api/project.ts';
import type { ProjectContext } from '../api/types.ts';
import { confirmAction } from '../forms/confirm.tsx';
import { form } from '../forms/form.tsx';
import { moment, named } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';

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
