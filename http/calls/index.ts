// The call: one request and what belongs to it. Other rooms import only this file.

export { type Answer, ServerCall } from './call.ts';
export { clientAddress, throttleAddress } from './client-address.ts';
export { checkFraming, givenRequestId, malformed } from './framing.ts';
export type { BodyLimit, Coercions, FormSchema, OperationNeeds, Route } from './route.ts';
