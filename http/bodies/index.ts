// How bytes become the body of a call: sizes, JSON, forms. The entrance of this room: what other rooms may use.

export { BodyRoom } from './body.ts';
export { formValues } from './form-values.ts';
export { type Bodies, parseBody, receiveBody } from './request-body.ts';
