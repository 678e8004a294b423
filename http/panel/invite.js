/** @import { OrganizationContext } from './types.ts' */

import { announce } from './announce.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { textField } from './fields.js';
import { form } from './form.js';
import { named } from './format.js';

/**
 * Asks for an address, and invites it.
 * @param {OrganizationContext} context
 * @param {() => void} onDone
 */
export function openInvitation({ api, organization }, onDone) {
  openDialog('Invite somebody', (close) => [
    h(
      'p',
      {},
      'They get a mail with a link to join ',
      h('strong', {}, named(organization.name)),
      ' as a member. It works once.',
    ),
    form({
      fields: [textField({ name: 'email', label: 'E-mail', type: 'email' })],
      submit: 'Send the invitation',
      cancel: close,
      async run({ email }) {
        const address = String(email).trim();
        await api.post('/v1/invitations/create', { body: { email: address, organization_id: organization.id } });
        close();
        onDone();
        announce('An invitation is on its way to ', named(address), '.');
      },
    }),
  ]);
}
