import { may } from '../api/account.ts';
import type { OrganizationContext, Page, Schemas } from '../api/types.ts';
import { choiceField, textField } from '../forms/fields.tsx';
import { elementsOf } from '../forms/form.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { secretField, signingField, webhookUrlField } from '../forms/webhook-fields.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { href, visit } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { badge, named, shortMoment } from '../shell/format.tsx';
import { button, heading } from '../shell/heading.tsx';

export const projectsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/projects',
  title: 'Projects',
  label: 'Projects',
  shortcut: 'p',
  permission: 'projects.read',
  render(context) {
    const { api, organization } = context;
    const mayCreate = may(context, 'projects.write');
    const shown = choiceField({
      name: 'include_archived',
      label: 'Show',
      choices: [
        ['', 'active projects'],
        ['true', 'archived projects too'],
      ],
    });
    const projects = list(
      context,
      (window, chosen) => api.get('/v1/organization/projects', { query: { ...window, ...chosen } }),
      {
        of: ['project', 'projects'],
        filters: [shown],
        empty: nothing(
          'No projects yet.',
          mayCreate
            ? 'Create one. It holds vector stores, files and the keys of your programs.'
            : 'An owner of the organization can create one.',
        ),
        columns: [
          {
            title: 'Name',
            cell: (project) => <a href={href(`/o/${organization.id}/projects/${project.id}`)}>{named(project.name)}</a>,
          },
          { title: 'Status', cell: ({ status }) => badge(status, status === 'active' ? 'good' : 'bad') },
          { title: 'Models', cell: ({ models }) => (models.length === 0 ? 'all' : String(models.length)) },
          {
            title: 'Webhook',
            cell: ({ webhook_url: url }) => (url === null ? <span class="soft">none</span> : named(url)),
          },
          { title: 'Created', cell: (project) => shortMoment(project.created_at) },
        ],
      },
    );
    const create = button('Create a project', () => openCreation(context), 'primary');
    return [
      heading('Projects', {
        lead: 'A project groups vector stores, files, keys and limits.',
        actions: [mayCreate && create],
      }),
      projects.element,
    ];
  },
};

function openCreation({ api, organization }: OrganizationContext) {
  const name = textField({ name: 'name', label: 'Name' });
  const url = webhookUrlField(null, 'leave-out');
  // The API's default is `literal`, which no library verifies with the secret as shown.
  const signing = signingField('standard');
  const secret = secretField(() => url.text() !== '');
  const hint = 'Sends an event to your program when a file batch ends. You can add a webhook later.';
  const webhook = [url, signing, secret];
  formDialog('Create a project', {
    fields: [name, ...webhook],
    layout: [
      name.element,
      <details>
        <summary>Webhook</summary>
        <p class="hint">{hint}</p>
        {elementsOf(webhook)}
      </details>,
    ],
    submit: 'Create',
    run: (body) => api.post('/v1/organization/projects', { body: body as Schemas['CreateProjectRequest'] }),
    onDone(project) {
      visit(`/o/${organization.id}/projects/${project.id}/keys`);
      announce('The project ', named(project.name), ' was created. Next: create a key for the program that uses it.');
      secret.showOnce();
    },
  });
}
