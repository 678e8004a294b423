/** @import { ProjectContext, Schemas } from './types.ts' */

import { visit } from './address.js';
import { announce } from './announce.js';
import { deliveriesPath, eventTypes } from './delivery-parts.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { choiceField } from './fields.js';
import { form } from './form.js';

/**
 * Returns the button that sends a test event; undefined: the project has no webhook.
 * @param {ProjectContext} context
 */
export function testButton(context) {
  if (context.project.webhook_url === null) return undefined;
  return h('button', { type: 'button', click: () => openTest(context) }, 'Send a test event');
}

/** @param {ProjectContext} context */
function openTest(context) {
  const { api, project } = context;
  openDialog('Send a test event', (close) => [
    h('p', {}, 'The event is about a fictitious batch. It is signed and retried like any other event.'),
    form({
      fields: [choiceField({ name: 'type', label: 'Event', choices: eventTypes })],
      submit: 'Send the event',
      cancel: close,
      async run(body) {
        const { id } = await api.post('/v1/organization/projects/{project_id}/webhook_test', {
          params: { project_id: project.id },
          body: /** @type {Schemas['TestWebhookRequest']} */ (body),
        });
        close();
        visit(`${deliveriesPath(context)}/${id}`);
        announce('The test event was sent.');
      },
    }),
  ]);
}
