import { forgetAccount } from '../api/account.ts';
import type { AccountContext, ListOf, Page, Schemas } from '../api/types.ts';
import { textField } from '../forms/fields.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { openCreation } from '../forms/organization-creation.ts';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { href } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { named, shortMoment } from '../shell/format.tsx';
import { button, heading } from '../shell/heading.tsx';

export const serverOrganizationsPage: Page = {
  scope: 'admin',
  path: '/server/organizations',
  title: 'All organizations',
  label: 'All organizations',
  shortcut: 's',
  render(context) {
    const { api } = context;
    const organizations = list(context, (query): Promise<ListOf<Row>> => api.get('/admin/organization/', { query }), {
      of: ['organization', 'organizations'],
      complete: (rows) => withOwners(context, rows),
      empty: nothing('No organizations yet.', 'Create the first one. It holds projects, keys and members.'),
      columns: [
        { title: 'Name', cell: ({ id, name }) => <a href={href(`/o/${id}`)}>{named(name)}</a> },
        { title: 'Accountable owner', cell: ({ owner, owner_id: id }) => named(owner ?? id) },
        { title: 'Created', cell: (organization) => shortMoment(organization.created_at) },
      ],
      actions: (organization) => {
        const click = () => openEditing(organization, context, () => void organizations.reload());
        return [button('Edit', click, undefined, `Edit ${organization.name}`)];
      },
      removal: {
        verb: 'Delete',
        isAllowed: true,
        name: ({ name }) => name,
        note: 'The keys, memberships and archived projects of a deleted organization are deleted too. An organization with active projects cannot be deleted. This cannot be undone.',
        typed: ({ name }) => name,
        run: ({ id }) => api.remove('/admin/organization/{organization_id}', { params: { organization_id: id } }),
        onDone: forgetAccount,
      },
    });
    const create = button('Create an organization', () => openCreation(true), 'primary');
    return [
      heading('All organizations', {
        lead: 'As an admin you have access to all organizations.',
        actions: [create],
      }),
      organizations.element,
    ];
  },
};

/** the owner's address is missing until it is loaded. */
type Row = Schemas['Organization'] & { owner?: string };

/** Loads the e-mail addresses of the accountable owners. */
async function withOwners({ api }: AccountContext, rows: Row[]): Promise<Row[]> {
  const ids = [...new Set(rows.map(({ owner_id: id }) => id))];
  const users = await Promise.all(ids.map((id) => api.get('/admin/users/{user_id}', { params: { user_id: id } })));
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return rows.map((row) => ({ ...row, owner: emails.get(row.owner_id) ?? row.owner_id }));
}

function openEditing(
  { id, name, owner_id: owner }: Schemas['Organization'],
  { api }: AccountContext,
  onChange: () => void,
) {
  formDialog('Edit the organization', {
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
    run: (body) => api.post('/admin/organization/{organization_id}', { params: { organization_id: id }, body }),
    onDone() {
      forgetAccount();
      onChange();
      announce('The organization is saved.');
    },
  });
}
