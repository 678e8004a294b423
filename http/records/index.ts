// What is counted and kept of a call: rate limits, idempotency keys, the audit log, the log. The entrance of this room.

export { withAuditLog } from './audit-log.ts';
export { withIdempotency } from './idempotency.ts';
export { enforceRateLimit } from './rate-limit.ts';
export { createRequestLog } from './request-log.ts';
