import type { ProjectContext, Schemas } from '../api/types.ts';
import { choiceField, textField } from '../forms/fields.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { lifeField } from '../forms/key-rules.ts';
import { announce } from '../shell/announce.tsx';
import { showOnce } from '../shell/copy.tsx';
import { named } from '../shell/format.tsx';
import { quickStart } from './quick-start.tsx';

export const path = '/v1/organization/projects/{project_id}/service_accounts';

type Account = Schemas['ServiceAccount'];

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

export function openCreation(context: ProjectContext, onDone: () => void) {
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

export function openEditing({ api, project }: ProjectContext, { id, name, role }: Account, onDone: () => void) {
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

export function openKey(context: ProjectContext, { id, name }: Account, onDone: () => void) {
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
