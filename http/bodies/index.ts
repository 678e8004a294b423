// Request bodies: limits, JSON and forms. Other rooms import only this file.

export { BodyMemory } from './body.ts';
export { formValues } from './form-values.ts';
export { type Bodies, parseBody, receiveBody } from './request-body.ts';
