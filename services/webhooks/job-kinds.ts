// The job kinds of deliveries. A delivery has one job, whose unique key is the delivery's id and whose lane is the
// project. The job changes its kind during the delivery.

/** To be published to the broker. */
export const announcement = 'webhook-announcement';

/** The first attempt. */
export const delivery = 'webhook-delivery';

/** A later attempt. It has its own kind, so that failing receivers do not delay working ones. */
export const retry = 'webhook-retry';

/** Held while the endpoint fails. Continues when the endpoint recovers, or as a probe. */
export const held = 'webhook-held';

/** Waits for a message of the broker. Continues a little later without the message. */
export const brokered = 'webhook-brokered';

export const all = [announcement, delivery, retry, held, brokered];
