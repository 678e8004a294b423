import type { AccountContext, ListOf, ListWindow, Page, Schemas } from '../api/index.ts';
import { formDialog, openCreation, textField } from '../forms/index.ts';
import { list } from '../lists/index.ts';
import { button, heading, href, named, shortMoment } from '../shell/index.ts';

export const serverOrganizationsPage: Page = {
  scope: 'admin',
  path: '/server/organizations',
  title: 'All organizations',
  shortcut: 's',
  render(context) {
    const { api } = context;
    const load = (query: ListWindow): Promise<ListOf<Row>> => api.get('/admin/organization/', { query });
    const { element } = list(context, load, {
      of: ['organization', 'organizations'],
      complete: (rows) => withOwners(context, rows),
      empty: ['No organizations yet.', 'Create the first one. It holds projects, keys and members.'],
      columns: {
        Name: ({ id, name }) => <a href={href(`/o/${id}`)}>{named(name)}</a>,
        'Accountable owner': ({ owner, owner_id: id }) => named(owner ?? id),
        Created: (organization) => shortMoment(organization.created_at),
      },
      actions: (organization, reload) => [['Edit', () => openEditing(organization, context, reload)]],
      removal: {
        note: 'The keys, memberships and archived projects of a deleted organization are deleted too. An organization with active projects cannot be deleted. This cannot be undone.',
        typed: ({ name }) => name,
        run: ({ id }) => api.remove('/admin/organization/{organization_id}', { params: { organization_id: id } }),
      },
    });
    const create = button('Create an organization', () => openCreation(true), 'primary');
    const lead = 'As an admin you have access to all organizations.';
    return [heading('All organizations', { lead, actions: [create] }), element];
  },
};

/** The owner's address is missing until it is loaded. */
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
  onDone: () => unknown,
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
    onDone,
    notice: 'The organization is saved.',
  });
}
