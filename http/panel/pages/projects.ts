import type { OrganizationContext, Page, Schemas } from '../api/types.ts';
import { showSecret } from '../api/webhook-secret.ts';
import { openDialog } from '../forms/dialog.ts';
import { choiceField, textField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { secretField, signingField, webhookUrlField } from '../forms/webhook-fields.ts';
import { list } from '../lists/list.ts';
import { href, visit } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { h } from '../shell/dom.ts';
import { badge, named, shortMoment } from '../shell/format.ts';
import { heading } from '../shell/heading.ts';

export const projectsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/projects',
  title: 'Projects',
  label: 'Projects',
  shortcut: 'p',
  render(context) {
    const { api, organization } = context;
    const isOwner = organization.role === 'owner';
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
        empty: [
          h('p', {}, h('strong', {}, 'No projects yet.')),
          h(
            'p',
            {},
            isOwner
              ? 'Create one. It holds vector stores, files and the keys of your programs.'
              : 'An owner of the organization can create one.',
          ),
        ],
        columns: [
          {
            title: 'Name',
            cell: (project) =>
              h('a', { href: href(`/o/${organization.id}/projects/${project.id}`) }, named(project.name)),
          },
          { title: 'Status', cell: ({ status }) => badge(status, status === 'active' ? 'good' : 'bad') },
          { title: 'Models', cell: ({ models }) => (models.length === 0 ? 'all' : String(models.length)) },
          {
            title: 'Webhook',
            cell: ({ webhook_url: url }) => (url === null ? h('span', { class: 'soft' }, 'none') : named(url)),
          },
          { title: 'Created', cell: (project) => shortMoment(project.created_at) },
        ],
      },
    );
    const create = h(
      'button',
      { type: 'button', class: 'primary', click: () => openCreation(context) },
      'Create a project',
    );
    return [
      heading('Projects', {
        lead: 'A project groups vector stores, files, keys and limits.',
        actions: isOwner ? [create] : [],
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
  const secret = secretField(() => url.input.value !== '');
  const hint = 'Sends an event to your program when a file batch ends. You can add a webhook later.';
  const webhook = [url, signing, secret];
  openDialog('Create a project', (close) =>
    form({
      fields: [name, ...webhook],
      layout: [
        name.element,
        h(
          'details',
          {},
          h('summary', {}, 'Webhook'),
          h('p', { class: 'hint' }, hint),
          ...webhook.map(({ element }) => element),
        ),
      ],
      submit: 'Create',
      cancel: close,
      async run(body) {
        const project = await api.post('/v1/organization/projects', {
          body: body as Schemas['CreateProjectRequest'],
        });
        close();
        visit(`/o/${organization.id}/projects/${project.id}/keys`);
        announce('The project ', named(project.name), ' was created. Next: create a key for the program that uses it.');
        const made = secret.generated();
        if (made !== undefined) showSecret(made);
      },
    }),
  );
}
