import { apiOf, type Schemas } from '../api/index.ts';
import { named, visit } from '../shell/index.ts';
import { textField } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';

/**
 * Opens a dialog for the name, creates the organization, and goes to its page.
 * @param forOthers whether another user may become the accountable owner.
 */
export function openCreation(forOthers: boolean) {
  const name = textField({ name: 'name', label: 'Name', hint: 'The name of a company or a team.' });
  const owner = textField({
    name: 'owner_id',
    label: 'Accountable owner',
    hint: 'The id of a user, from the page Users. Leave empty to own the organization yourself.',
    optional: true,
    whenEmpty: 'leave-out',
  });
  formDialog('Create an organization', {
    fields: forOthers ? [name, owner] : [name],
    submit: 'Create',
    run: (body) => apiOf({}).post('/admin/organization/', { body: body as Schemas['CreateOrganizationRequest'] }),
    onDone: ({ organization }) => visit(`/o/${organization.id}`),
    notice: ({ organization }) => [
      'The organization ',
      named(organization.name),
      ' was created. Next: create a project in it.',
    ],
  });
}
