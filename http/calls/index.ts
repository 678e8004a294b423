// One request on its way, and what it brings along. The entrance of this room: what other rooms may use.

export { type Answer, ServerCall } from './call.ts';
export { clientAddress, throttleAddress } from './client-address.ts';
export { checkFraming, givenRequestId, malformed } from './framing.ts';
export type { BodyLimit, Coercions, FormSchema, OperationNeeds, Route } from './route.ts';
