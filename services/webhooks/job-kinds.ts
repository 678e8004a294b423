// The kinds of job that carry a delivery. A delivery has one job, whose unique key is the delivery's id and whose lane is
// its project; the job changes its kind as the delivery goes on.

/** To be handed to the broker. */
export const announcement = 'webhook-announcement';

/** The first attempt. */
export const delivery = 'webhook-delivery';

/** A later attempt: apart, so that receivers that fail do not stand in the way of those that do not. */
export const retry = 'webhook-retry';

/** Held back while its endpoint fails; goes on when that recovers, or to find out whether it has. */
export const held = 'webhook-held';

/** The broker will say when it goes on. Where the broker does not, it goes on by itself a little later. */
export const brokered = 'webhook-brokered';

export const all = [announcement, delivery, retry, held, brokered];
