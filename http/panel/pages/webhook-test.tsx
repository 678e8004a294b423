import { may, type ProjectContext, type Schemas } from '../api/index.ts';
import { choiceField, formDialog } from '../forms/index.ts';
import { button, visit } from '../shell/index.ts';
import { deliveriesPath, eventTypes } from './delivery-parts.ts';

/** Returns the button that sends a test event; undefined: the project has no webhook, or the reader sends no events. */
export function testButton(context: ProjectContext) {
  if (context.project.webhook_url === null || !may(context, 'webhooks.write')) return undefined;
  return button('Send a test event', () => openTest(context));
}

function openTest(context: ProjectContext) {
  formDialog('Send a test event', {
    lead: <p>The event is about a fictitious batch. It is signed and retried like any other event.</p>,
    fields: [choiceField({ name: 'type', label: 'Event', texts: eventTypes })],
    submit: 'Send the event',
    run: (body) =>
      context.api.post('/v1/organization/projects/{project_id}/webhook_test', {
        body: body as Schemas['TestWebhookRequest'],
      }),
    onDone: ({ id }) => visit(`${deliveriesPath(context)}/${id}`),
    notice: 'The test event was sent.',
  });
}
