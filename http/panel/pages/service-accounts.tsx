import { may, type Page, type ProjectContext, type Schemas } from '../api/index.ts';
import { choiceField, formDialog, lifeField, textField } from '../forms/index.ts';
import { list } from '../lists/index.ts';
import { button, named, shortMoment, showOnce, subheading } from '../shell/index.ts';
import { quickStart } from './quick-start.tsx';

const path = '/v1/organization/projects/{project_id}/service_accounts';

type Account = Schemas['ServiceAccount'];

export const serviceAccountsPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/service-accounts',
  title: 'Service accounts',
  permission: 'keys.read',
  render(context) {
    const { api } = context;
    const mayWrite = may(context, 'keys.write');
    const { element, reload } = list(context, (query) => api.get(path, { query }), {
      of: ['service account', 'service accounts'],
      isWhole: true,
      empty: ['No service accounts yet.', 'Create one for each program. Its keys depend on no person.'],
      columns: {
        Name: ({ name }) => named(name),
        Role: ({ role }) => role,
        Created: ({ created_at: at, created_by: { name, email } }) => [
          shortMoment(at),
          <p class="small">by {named(name, email)}</p>,
        ],
        'Last used': ({ last_used_at: at }) => shortMoment(at),
      },
      actions:
        mayWrite &&
        ((account, reload) => [
          ['Edit', () => openEditing(context, account, reload)],
          ['Another key', () => openKey(context, account, reload)],
        ]),
      removal: mayWrite && {
        note: 'Its keys stop working at once. This cannot be undone.',
        run: (account) => api.remove(`${path}/{service_account_id}`, one(account)),
      },
    });
    const create = mayWrite && button('Create a service account', () => openCreation(context, reload), 'primary');
    return [subheading('Service accounts', create), element];
  },
};

const one = ({ id }: Account) => ({ params: { service_account_id: id } });

function roleField(value: Account['role']) {
  return choiceField({
    name: 'role',
    label: 'Role',
    hint: 'What its keys may do in this project.',
    value,
    texts: {
      member: 'member: uses and changes what the project has',
      viewer: 'viewer: only reads',
      owner: 'owner: like a member, as keys never manage a project',
    },
  });
}

function openCreation(context: ProjectContext, reload: () => unknown) {
  const name = textField({ name: 'name', label: 'Name', hint: 'For example, the name of the program.' });
  formDialog('Create a service account', {
    fields: [name, roleField('member'), lifeField({ '': 'never' })],
    submit: 'Create',
    run: (body) => context.api.post(path, { body: body as Schemas['CreateServiceAccountRequest'] }),
    onDone({ api_key: key }) {
      reload();
      if (key !== null) showOnce('The key of the service account', key.value, 'key', quickStart(context, key.value));
    },
  });
}

function openEditing({ api }: ProjectContext, account: Account, reload: () => unknown) {
  formDialog('Edit the service account', {
    fields: [textField({ name: 'name', label: 'Name', value: account.name }), roleField(account.role)],
    submit: 'Save',
    edits: true,
    run: (body) => api.post(`${path}/{service_account_id}`, { ...one(account), body }),
    onDone: reload,
    notice: ({ name }) => ['The service account ', named(name), ' is saved.'],
  });
}

function openKey(context: ProjectContext, account: Account, reload: () => unknown) {
  const { name } = account;
  formDialog(`Another key for ${name}`, {
    fields: [textField({ name: 'name', label: 'Name of the key', value: name }), lifeField({ '': 'never' })],
    submit: 'Create',
    run: (given) => {
      const body = given as Schemas['CreateServiceAccountKeyRequest'];
      return context.api.post(`${path}/{service_account_id}/api_keys`, { ...one(account), body });
    },
    onDone: ({ value }) => [reload(), showOnce('The new key', value, 'key', quickStart(context, value))],
  });
}
