import { may } from '../api/account.ts';
import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { choiceField, textField } from '../forms/fields.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { lifeField } from '../forms/key-rules.ts';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { everyRow, wholeList } from '../lists/whole-list.ts';
import { announce } from '../shell/announce.tsx';
import { showOnce } from '../shell/copy.tsx';
import { named, shortMoment } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { quickStart } from './quick-start.tsx';

const path = '/v1/organization/projects/{project_id}/service_accounts';

type Account = Schemas['ServiceAccount'];

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

function roleField(value: Account['role']) {
  return choiceField({
    name: 'role',
    label: 'Role',
    hint: 'What its keys may do in this project.',
    value,
    choices: [
      ['member', 'member: uses and changes what the project has'],
      ['viewer', 'viewer: only reads'],
      ['owner', 'owner: like a member, as keys never manage a project'],
    ],
  });
}

function openCreation(context: ProjectContext, onDone: () => void) {
  const { api, project } = context;
  formDialog('Create a service account', {
    fields: [
      textField({ name: 'name', label: 'Name', hint: 'For example, the name of the program.' }),
      roleField('member'),
      lifeField(['', 'never']),
    ],
    submit: 'Create',
    run: (body) =>
      api.post(path, { params: { project_id: project.id }, body: body as Schemas['CreateServiceAccountRequest'] }),
    onDone({ api_key: key }) {
      onDone();
      if (key !== null) showOnce('The key of the service account', key.value, 'key', quickStart(context, key.value));
    },
  });
}

function openEditing({ api, project }: ProjectContext, { id, name, role }: Account, onDone: () => void) {
  formDialog('Edit the service account', {
    fields: [textField({ name: 'name', label: 'Name', value: name }), roleField(role)],
    submit: 'Save',
    edits: true,
    run: (body) =>
      api.post(`${path}/{service_account_id}`, { params: { project_id: project.id, service_account_id: id }, body }),
    onDone(saved) {
      onDone();
      announce('The service account ', named(saved.name), ' is saved.');
    },
  });
}

function openKey(context: ProjectContext, { id, name }: Account, onDone: () => void) {
  const { api, project } = context;
  formDialog(`Another key for ${name}`, {
    fields: [textField({ name: 'name', label: 'Name of the key', value: name }), lifeField(['', 'never'])],
    submit: 'Create',
    run: (body) =>
      api.post(`${path}/{service_account_id}/api_keys`, {
        params: { project_id: project.id, service_account_id: id },
        body: body as Schemas['CreateServiceAccountKeyRequest'],
      }),
    onDone({ value }) {
      onDone();
      showOnce('The new key', value, 'key', quickStart(context, value));
    },
  });
}
