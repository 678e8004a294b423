// The operations of the spec: routing and dispatch. Other rooms import only this file.

export { createDispatch, createRequestValidators, type Dispatch, type RequestValidators } from './backend.ts';
export { type Definition, inline, readDefinition, secretNames } from './definition.ts';
export { Routes } from './routes.ts';
