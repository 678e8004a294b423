// What the pages of webhook deliveries share: how states and reasons are said.

/** @import { ProjectContext, Schemas } from './types.ts' */

import { badge } from './format.js';

/** @typedef {Schemas['WebhookDelivery']['status']} Status */

/** @type {Record<Status, [text: string, kind: 'good' | 'busy' | 'bad' | 'quiet']>} */
const statuses = {
  pending: ['under way', 'busy'],
  succeeded: ['delivered', 'good'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'quiet'],
  disabled: ['switched off', 'bad'],
};

/** @type {Record<Schemas['WebhookAttempt']['status'], [text: string, kind: 'good' | 'busy' | 'bad']>} */
const attemptStatuses = {
  sending: ['under way', 'busy'],
  succeeded: ['delivered', 'good'],
  failed: ['failed', 'bad'],
  blocked: ['not sent', 'bad'],
  interrupted: ['interrupted', 'busy'],
};

/** @type {Record<Schemas['WebhookDelivery']['origin'], string>} */
export const origins = {
  event: 'A batch has ended',
  resend: 'Sent again by hand',
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
  target_not_allowed: 'The address is not on the public internet. Use one that is.',
  dns_not_found: 'There is no host of that name. Check the address.',
  dns_timeout: 'The name of the host could not be looked up in time.',
  dns_failed: 'The name of the host could not be looked up.',
  connection_refused: 'Nothing listens at that address. Check that the receiver runs.',
  connection_timeout: 'The receiver could not be reached in time.',
  connection_failed: 'The receiver could not be reached.',
  connection_closed: 'The receiver closed the connection before it answered.',
  certificate_expired: 'The receiver’s certificate has expired, or is not valid yet. Renew it.',
  certificate_name_mismatch: 'The receiver’s certificate is for another host.',
  certificate_untrusted: 'The receiver’s certificate is from nobody whom this server trusts.',
  tls_failed: 'No encrypted connection could be agreed on.',
  timeout: 'The receiver did not answer in time. Answer first, and work afterwards.',
  malformed_response: 'The answer was not HTTP, or its headers were too large.',
  redirect: 'The answer was a redirect, and those are not followed. Set the address that it leads to.',
  http_status: 'The receiver did not answer with a 2xx status.',
  gone: 'The receiver answered 410 Gone, which ends this event.',
  interrupted: 'This server stopped meanwhile. Whether the receiver got it is unknown.',
  webhook_removed: 'The project has no webhook any more.',
  project_archived: 'The project is archived.',
  webhook_disabled: 'The webhook was switched off, after five days without a success.',
  secret_unreadable: 'The secret cannot be read any more. Replace it, on the webhook’s page.',
};

/** @param {Status} status */
export function deliveryBadge(status) {
  return badge(...statuses[status]);
}

/** @param {Schemas['WebhookAttempt']['status']} status */
export function attemptBadge(status) {
  return badge(...attemptStatuses[status]);
}

/** Every state, to choose from. */
export const statusChoices = /** @type {[Status, string][]} */ (
  Object.entries(statuses).map(([status, [text]]) => [status, text])
);

/**
 * What went wrong, and what to do about it.
 * @param {Schemas['WebhookError'] | null} error
 */
export function reason(error) {
  return error === null ? '' : reasons[error];
}

/** @param {string} type */
export function eventName(type) {
  return eventTypes.find(([known]) => known === type)?.[1] ?? type;
}

/**
 * Where the deliveries of the project are shown.
 * @param {ProjectContext} context
 */
export function deliveriesPath({ organization, project }) {
  return `/o/${organization.id}/projects/${project.id}/webhook/deliveries`;
}
