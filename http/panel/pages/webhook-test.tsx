import { may } from '../api/account.ts';
import type { ProjectContext, Schemas } from '../api/types.ts';
import { openDialog } from '../forms/dialog.tsx';
import { choiceField } from '../forms/fields.tsx';
import { form } from '../forms/form.tsx';
import { visit } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { button } from '../shell/heading.tsx';
import { deliveriesPath, eventTypes } from './delivery-parts.ts';

/** Returns the button that sends a test event; undefined: the project has no webhook, or the reader sends no events. */
export function testButton(context: ProjectContext) {
  if (context.project.webhook_url === null || !may(context, 'webhooks.write')) return undefined;
  return button('Send a test event', () => openTest(context));
}

function openTest(context: ProjectContext) {
  const { api, project } = context;
  openDialog('Send a test event', (close) => [
    <p>The event is about a fictitious batch. It is signed and retried like any other event.</p>,
    form({
      fields: [choiceField({ name: 'type', label: 'Event', choices: eventTypes })],
      submit: 'Send the event',
      cancel: close,
      async run(body) {
        const { id } = await api.post('/v1/organization/projects/{project_id}/webhook_test', {
          params: { project_id: project.id },
          body: body as Schemas['TestWebhookRequest'],
        });
        close();
        visit(`${deliveriesPath(context)}/${id}`);
        announce('The test event was sent.');
      },
    }),
  ]);
}
