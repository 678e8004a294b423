import { forgetAccount } from './account.js';
import { visit } from './address.js';
import { announce } from './announce.js';
import { apiOf } from './api.js';
import { openDialog } from './dialog.js';
import { textField } from './fields.js';
import { form } from './form.js';
import { named } from './format.js';

/**
 * Opens a dialog for the name, creates the organization, and goes to its page.
 * @param {boolean} forOthers whether another user may become the accountable owner.
 */
export function openCreation(forOthers) {
  const name = textField({ name: 'name', label: 'Name', hint: 'The name of a company or a team.' });
  const owner = textField({
    name: 'owner_id',
    label: 'Accountable owner',
    hint: 'The id of a user, from the page Users. Leave empty to own the organization yourself.',
    optional: true,
    whenEmpty: 'leave-out',
  });
  openDialog('Create an organization', (close) =>
    form({
      fields: forOthers ? [name, owner] : [name],
      submit: 'Create',
      cancel: close,
      async run(body) {
        const { organization } = await apiOf({}).post('/admin/organization/', {
          body: /** @type {import('./types.ts').Schemas['CreateOrganizationRequest']} */ (body),
        });
        forgetAccount();
        close();
        visit(`/o/${organization.id}`);
        announce('The organization ', named(organization.name), ' was created. Next: create a project in it.');
      },
    }),
  );
}
