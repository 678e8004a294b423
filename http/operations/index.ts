// The operations of the spec: found by path, dispatched to handlers. The entrance of this room: what other rooms may use.

export { createDispatch, createRequestValidators, type Dispatch, type RequestValidators } from './backend.ts';
export { type Definition, inline, readDefinition, secretNames } from './definition.ts';
export { Routes } from './routes.ts';
