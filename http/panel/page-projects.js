import { href, visit } from './address.js';
import { announce } from './announce.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { textField } from './fields.js';
import { form } from './form.js';
import { badge, named, shortMoment } from './format.js';
import { heading } from './heading.js';
import { list } from './list.js';
import { secretField, signingField, webhookUrlField } from './webhook-fields.js';
import { showSecret } from './webhook-secret.js';

/** @import { OrganizationContext, ListWindow, Page, Schemas } from './types.ts' */

/** @type {Page} */
export const projectsPage = {
  scope: 'organization',
  path: '/o/:organization/projects',
  title: 'Projects',
  label: 'Projects',
  render(context) {
    const { api, organization } = context;
    const isOwner = organization.role === 'owner';
    const archived = h('input', { type: 'checkbox', change: () => void projects.reload() });
    const projects = list(
      context,
      (/** @type {ListWindow} */ query) =>
        api.get('/v1/organization/projects', { query: { ...query, include_archived: archived.checked } }),
      {
        label: 'Projects',
        empty: [
          h('p', {}, h('strong', {}, 'There is no project yet.')),
          h(
            'p',
            {},
            isOwner
              ? 'Create one: vector stores, files and the keys of your programs live in it.'
              : 'An owner of the organization can create one.',
          ),
        ],
        columns: [
          {
            title: 'Name',
            cell: (project) =>
              h('a', { href: href(`/o/${organization.id}/projects/${project.id}/stores`) }, named(project.name)),
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
        lead: 'What belongs together: stores, files, keys and limits.',
        actions: isOwner ? [create] : [],
      }),
      h('label', { class: 'option' }, archived, 'Show archived projects'),
      projects.element,
    ];
  },
};

/** @param {OrganizationContext} context */
function openCreation({ api, organization }) {
  const name = textField({ name: 'name', label: 'Name' });
  const url = webhookUrlField(null, 'leave-out');
  const signing = signingField('literal');
  const secret = secretField(() => url.input.value !== '');
  const hint = 'Tells a program of yours when a batch of files is done. It can be set later, too.';
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
          body: /** @type {Schemas['CreateProjectRequest']} */ (body),
        });
        close();
        visit(`/o/${organization.id}/projects/${project.id}/keys`);
        announce('The project ', named(project.name), ' is there. Next: a key for the program that will use it.');
        const made = secret.generated();
        if (made !== undefined) showSecret(made);
      },
    }),
  );
}
