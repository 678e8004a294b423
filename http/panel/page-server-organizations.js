/** @import { AccountContext, ListWindow, Page, Schemas } from './types.ts' */

import { forgetAccount } from './account.js';
import { href } from './address.js';
import { announce } from './announce.js';
import { confirmAction } from './confirm.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { textField } from './fields.js';
import { form } from './form.js';
import { named, shortMoment } from './format.js';
import { heading } from './heading.js';
import { list } from './list.js';
import { openCreation } from './organization-creation.js';

/** @type {Page} */
export const serverOrganizationsPage = {
  scope: 'admin',
  path: '/server/organizations',
  title: 'All organizations',
  label: 'All organizations',
  shortcut: 's',
  render(context) {
    const organizations = list(context, (/** @type {ListWindow} */ query) => withOwners(context, query), {
      label: 'Organizations',
      empty: [
        h('p', {}, h('strong', {}, 'No organizations yet.')),
        h('p', {}, 'Create the first one. It holds projects, keys and members.'),
      ],
      columns: [
        { title: 'Name', cell: ({ id, name }) => h('a', { href: href(`/o/${id}`) }, named(name)) },
        { title: 'Accountable owner', cell: ({ owner }) => named(owner) },
        { title: 'Created', cell: (organization) => shortMoment(organization.created_at) },
        {
          title: 'Actions',
          kind: 'actions',
          cell: (organization) => actions(organization, context, () => void organizations.reload()),
        },
      ],
    });
    const create = h(
      'button',
      { type: 'button', class: 'primary', click: () => openCreation(true) },
      'Create an organization',
    );
    return [
      heading('All organizations', {
        lead: 'As an admin you have access to all organizations.',
        actions: [create],
      }),
      organizations.element,
    ];
  },
};

/**
 * Loads a page of organizations with the e-mail addresses of their accountable owners.
 * @param {AccountContext} context
 * @param {ListWindow} query
 */
async function withOwners({ api }, query) {
  const page = await api.get('/admin/organization/', { query });
  const ids = [...new Set(page.data.map(({ owner_id: id }) => id))];
  const users = await Promise.all(ids.map((id) => api.get('/admin/users/{user_id}', { params: { user_id: id } })));
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return { ...page, data: page.data.map((row) => ({ ...row, owner: emails.get(row.owner_id) ?? row.owner_id })) };
}

/**
 * @param {Schemas['Organization']} organization
 * @param {AccountContext} context
 * @param {() => void} onChange
 */
function actions(organization, context, onChange) {
  const { id, name } = organization;
  const edit = () => openEditing(organization, context, onChange);
  const remove = () =>
    confirmAction({
      title: 'Delete the organization?',
      text: 'Its keys, memberships and archived projects are deleted too. An organization with active projects cannot be deleted. This cannot be undone.',
      action: 'Delete the organization',
      typed: name,
      run: () => context.api.remove('/admin/organization/{organization_id}', { params: { organization_id: id } }),
      onDone: () => {
        forgetAccount();
        onChange();
        announce('The organization ', named(name), ' is deleted.');
      },
    });
  return [
    h('button', { type: 'button', 'aria-label': `Edit ${name}`, click: edit }, 'Edit'),
    h('button', { type: 'button', class: 'danger-text', 'aria-label': `Delete ${name}`, click: remove }, 'Delete'),
  ];
}

/**
 * @param {Schemas['Organization']} organization
 * @param {AccountContext} context
 * @param {() => void} onChange
 */
function openEditing({ id, name, owner_id: owner }, { api }, onChange) {
  openDialog('Edit the organization', (close) =>
    form({
      fields: [
        textField({ name: 'name', label: 'Name', value: name }),
        textField({
          name: 'owner_id',
          label: 'Accountable owner',
          hint: 'The id of a user, from the page Users. The previous accountable owner stays an owner.',
          value: owner,
        }),
      ],
      submit: 'Save',
      edits: true,
      cancel: close,
      async run(body) {
        await api.post('/admin/organization/{organization_id}', { params: { organization_id: id }, body });
        forgetAccount();
        close();
        onChange();
        announce('The organization is saved.');
      },
    }),
  );
}
