/** @import { AccountContext, ListOf, Page, Schemas } from './types.ts' */

import { forgetAccount } from './account.js';
import { href } from './address.js';
import { announce } from './announce.js';
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
    const { api } = context;
    const organizations = list(
      context,
      /** @returns {Promise<ListOf<Row>>} */ (query) => api.get('/admin/organization/', { query }),
      {
        of: ['organization', 'organizations'],
        complete: (rows) => withOwners(context, rows),
        empty: [
          h('p', {}, h('strong', {}, 'No organizations yet.')),
          h('p', {}, 'Create the first one. It holds projects, keys and members.'),
        ],
        columns: [
          { title: 'Name', cell: ({ id, name }) => h('a', { href: href(`/o/${id}`) }, named(name)) },
          { title: 'Accountable owner', cell: ({ owner, owner_id: id }) => named(owner ?? id) },
          { title: 'Created', cell: (organization) => shortMoment(organization.created_at) },
        ],
        actions: (organization) => {
          const click = () => openEditing(organization, context, () => void organizations.reload());
          return [h('button', { type: 'button', 'aria-label': `Edit ${organization.name}`, click }, 'Edit')];
        },
        removal: {
          verb: 'Delete',
          name: ({ name }) => name,
          note: 'The keys, memberships and archived projects of a deleted organization are deleted too. An organization with active projects cannot be deleted. This cannot be undone.',
          typed: ({ name }) => name,
          run: ({ id }) => api.remove('/admin/organization/{organization_id}', { params: { organization_id: id } }),
          onDone: forgetAccount,
        },
      },
    );
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

/** @typedef {Schemas['Organization'] & { owner?: string }} Row the owner's address is missing until it is loaded. */

/**
 * Loads the e-mail addresses of the accountable owners.
 * @param {AccountContext} context
 * @param {Row[]} rows
 * @returns {Promise<Row[]>}
 */
async function withOwners({ api }, rows) {
  const ids = [...new Set(rows.map(({ owner_id: id }) => id))];
  const users = await Promise.all(ids.map((id) => api.get('/admin/users/{user_id}', { params: { user_id: id } })));
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return rows.map((row) => ({ ...row, owner: emails.get(row.owner_id) ?? row.owner_id }));
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
