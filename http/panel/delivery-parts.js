// Shared by the pages of webhook deliveries: texts for states and reasons.

/** @import { ProjectContext, Schemas } from './types.ts' */

import { badge } from './format.js';

/** @typedef {Schemas['WebhookDelivery']['status']} Status */

/**
 * The colours of states, which are shown under their names in the API, as in the command line.
 * @type {Record<Status, 'good' | 'busy' | 'bad' | 'quiet'>}
 */
const statuses = {
  pending: 'busy',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  disabled: 'bad',
};

/** @type {Record<Schemas['WebhookAttempt']['status'], 'good' | 'busy' | 'bad'>} */
const attemptStatuses = {
  sending: 'busy',
  succeeded: 'good',
  failed: 'bad',
  blocked: 'bad',
  interrupted: 'busy',
};

/** @type {Record<Schemas['WebhookDelivery']['origin'], string>} */
export const origins = {
  event: 'Event',
  resend: 'Resent manually',
  test: 'Test',
};

/** @type {[string, string][]} */
export const eventTypes = [
  ['vector_store.file_batch.completed', 'Batch completed'],
  ['vector_store.file_batch.failed', 'Batch failed'],
  ['vector_store.file_batch.cancelled', 'Batch cancelled'],
];

/** @type {Record<Schemas['WebhookError'], string>} */
const reasons = {
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

/** @param {Status} status */
export function deliveryBadge(status) {
  return badge(status, statuses[status]);
}

/** @param {Schemas['WebhookAttempt']['status']} status */
export function attemptBadge(status) {
  return badge(status, attemptStatuses[status]);
}

/** All states, for the filter. */
export const statusChoices = /** @type {[Status, string][]} */ (
  Object.keys(statuses).map((status) => [status, status])
);

/**
 * Returns what went wrong, and what to do.
 * @param {Schemas['WebhookError'] | null} error
 */
export function reason(error) {
  return error === null ? '' : reasons[error];
}

/** @param {string} type */
export function eventName(type) {
  if (type === 'project.spend_threshold') return 'Spend threshold reached';
  return eventTypes.find(([known]) => known === type)?.[1] ?? type;
}

/**
 * Returns the address of the project's deliveries.
 * @param {ProjectContext} context
 */
export function deliveriesPath({ organization, project }) {
  return `/o/${organization.id}/projects/${project.id}/webhook/deliveries`;
}
