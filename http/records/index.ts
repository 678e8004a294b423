// Records of a call: rate limits, idempotency keys, audit log and request log. Other rooms import only this file.

export { withAuditLog } from './audit-log.ts';
export { withIdempotency } from './idempotency.ts';
export { enforceRateLimit } from './rate-limit.ts';
export { createRequestLog } from './request-log.ts';
export { endingSpans } from './spans.ts';
