import { may, type OrganizationContext, type Page, type Schemas } from '../api/index.ts';
import {
  choiceField,
  elementsOf,
  formDialog,
  secretField,
  signingField,
  textField,
  webhookUrlField,
} from '../forms/index.ts';
import { list } from '../lists/index.ts';
import { button, heading, href, named, shortMoment, stateBadge, visit } from '../shell/index.ts';

export const projectsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/projects',
  title: 'Projects',
  shortcut: 'p',
  permission: 'projects.read',
  render(context) {
    const { api, organization } = context;
    const mayCreate = may(context, 'projects.write');
    const shown = choiceField({
      name: 'include_archived',
      label: 'Show',
      texts: { '': 'active projects', true: 'archived projects too' },
    });
    const { element } = list(
      context,
      (window, chosen) => api.get('/v1/organization/projects', { query: { ...window, ...chosen } }),
      {
        of: ['project', 'projects'],
        filters: [shown],
        empty: [
          'No projects yet.',
          mayCreate
            ? 'Create one. It holds vector stores, files and the keys of your programs.'
            : 'An owner of the organization can create one.',
        ],
        columns: {
          Name: ({ id, name }) => <a href={href(`/o/${organization.id}/projects/${id}`)}>{named(name)}</a>,
          Status: ({ status }) => stateBadge(status),
          Models: ({ models }) => (models.length === 0 ? 'all' : String(models.length)),
          Webhook: ({ webhook_url: url }) => (url === null ? <span class="soft">none</span> : named(url)),
          Created: (project) => shortMoment(project.created_at),
        },
      },
    );
    const create = mayCreate && button('Create a project', () => openCreation(context), 'primary');
    const lead = 'A project groups vector stores, files, keys and limits.';
    return [heading('Projects', { lead, actions: [create] }), element];
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
    onDone: ({ id }) => [visit(`/o/${organization.id}/projects/${id}/keys`), secret.showOnce()],
    notice: ({ name: given }) => [
      'The project ',
      named(given),
      ' was created. Next: create a key for the program that uses it.',
    ],
  });
}
