// The public interface of this room: other rooms import only this file.

export { type AddressPolicy, addressPolicy } from './address.ts';
export { getDeliveryDetail, listDeliveries, resendDelivery, sweepDeliveries, testWebhook } from './deliveries.ts';
export { announceDisabled } from './disabled-mail.ts';
export { type EventServices, emitFileBatchEvent, emitSpendThresholdEvent, storeTestEvent } from './events.ts';
export { disableWebhook, resetHealth } from './health.ts';
export { readEvents } from './listen.ts';
export { secretPlace } from './secret.ts';
export { asStandardSecret, generateWebhookSecret, isStandardSecret, type Signing, signatures } from './signing.ts';
export { createWebhooks, type WebhookSender, type Webhooks } from './webhooks.ts';
