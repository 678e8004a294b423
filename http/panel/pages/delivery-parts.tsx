// Shared by the pages of webhook deliveries: texts for states and reasons.

import { may, type ProjectContext, type Schemas } from '../api/index.ts';
import { choiceField, formDialog } from '../forms/index.ts';
import { button, visit } from '../shell/index.ts';

export const origins: Record<Schemas['WebhookDelivery']['origin'], string> = {
  event: 'Event',
  resend: 'Resent manually',
  test: 'Test',
};

const eventTypes: Record<string, string> = {
  'vector_store.file_batch.completed': 'Batch completed',
  'vector_store.file_batch.failed': 'Batch failed',
  'vector_store.file_batch.cancelled': 'Batch cancelled',
};

const reasons: Record<Schemas['WebhookError'], string> = {
  target_not_allowed: 'The address is not on the public internet. Use a public address.',
  dns_not_found: 'The host name does not exist. Check the address.',
  dns_timeout: 'The DNS lookup of the host timed out.',
  dns_failed: 'The DNS lookup of the host failed.',
  connection_refused: 'The connection was refused. Check that the receiver is running.',
  connection_timeout: 'The receiver could not be reached in time.',
  connection_failed: 'The receiver could not be reached.',
  connection_closed: 'The receiver closed the connection before it answered.',
  certificate_expired: 'The receiver’s certificate has expired, or is not valid yet. Renew it.',
  certificate_name_mismatch: 'The receiver’s certificate is for another host.',
  certificate_untrusted: 'The receiver’s certificate is from an authority that this server does not trust.',
  tls_failed: 'The TLS handshake failed.',
  timeout: 'The receiver did not answer in time. Answer before you process the event.',
  malformed_response: 'The response was not HTTP, or its headers were too large.',
  redirect: 'The response was a redirect. Redirects are not followed: set the final address.',
  http_status: 'The receiver did not answer with a 2xx status.',
  gone: 'The receiver answered 410 Gone, which ends this event.',
  interrupted: 'The sending server stopped. It is unknown whether the receiver got the event.',
  webhook_removed: 'The webhook of the project was removed.',
  project_archived: 'The project is archived.',
  webhook_disabled: 'The webhook was disabled after five days without a success.',
  secret_unreadable: 'The secret cannot be decrypted. Replace it on the webhook page.',
};

const statuses: Schemas['WebhookDelivery']['status'][] = ['pending', 'succeeded', 'failed', 'cancelled', 'disabled'];

/** All states, for the filter. */
export const statusChoices = Object.fromEntries(statuses.map((status) => [status, status]));

/** Returns what went wrong, and what to do. */
export function reason(error: Schemas['WebhookError'] | null) {
  return error === null ? '' : reasons[error];
}

export function eventName(type: string) {
  return type === 'project.spend_threshold' ? 'Spend threshold reached' : (eventTypes[type] ?? type);
}

/** Returns the address of the project's deliveries. */
export function deliveriesPath({ organization, project }: ProjectContext) {
  return `/o/${organization.id}/projects/${project.id}/webhook/deliveries`;
}

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
