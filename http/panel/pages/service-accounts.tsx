import { may } from '../api/account.ts';
import type { Page } from '../api/types.ts';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { everyRow, wholeList } from '../lists/whole-list.ts';
import { named, shortMoment } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { openCreation, openEditing, openKey, path } from './service-account-dialogs.tsx';

export const serviceAccountsPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/service-accounts',
  title: 'Service accounts',
  label: 'Service accounts',
  permission: 'keys.read',
  render(context) {
    const { api } = context;
    const mayWrite = may(context, 'keys.write');
    const of = { project_id: context.project.id };
    const read = () => everyRow((query) => api.get(path, { params: of, query }));
    const reload = () => void accounts.reload();
    const accounts = list(
      context,
      wholeList(read, ({ name }) => name),
      {
        of: ['service account', 'service accounts'],
        empty: nothing('No service accounts yet.', 'Create one for each program. Its keys depend on no person.'),
        columns: [
          { title: 'Name', cell: ({ name }) => named(name) },
          { title: 'Role', cell: ({ role }) => role },
          {
            title: 'Created',
            cell: ({ created_at: at, created_by: { name, email } }) => [
              shortMoment(at),
              <p class="small">by {named(name, email)}</p>,
            ],
          },
          { title: 'Last used', cell: ({ last_used_at: at }) => shortMoment(at) },
        ],
        actions: mayWrite
          ? (account) => [
              button('Edit', () => openEditing(context, account, reload), undefined, `Edit ${account.name}`),
              button(
                'Another key',
                () => openKey(context, account, reload),
                undefined,
                `Another key for ${account.name}`,
              ),
            ]
          : undefined,
        removal: {
          verb: 'Delete',
          isAllowed: mayWrite,
          name: ({ name }) => name,
          note: 'Its keys stop working at once. This cannot be undone.',
          run: ({ id }) => api.remove(`${path}/{service_account_id}`, { params: { ...of, service_account_id: id } }),
        },
      },
    );
    return [
      <header class="section">
        <h2>Service accounts</h2>
        {mayWrite && button('Create a service account', () => openCreation(context, reload), 'primary')}
      </header>,
      accounts.element,
    ];
  },
};
