// The call: one request, what belongs to it, and the stages of its checks. Other rooms import only this file.

export { type Answer, headersOf, ServerCall } from './call.ts';
export { clientAddress } from './client-address.ts';
export { checkFraming, givenRequestId, malformed } from './framing.ts';
export type { BodyLimit, Coercions, FormSchema, OperationNeeds, Route } from './route.ts';
export type { Authenticated, Authorized, Content, Loaded, Matched, Progress, Validated } from './stages.ts';
