import { callEndpoint } from '../services/apis/index.ts';
import type { Handler } from './handler.ts';

export const getCustomEndpoint: Handler<'getCustomEndpoint'> = (call, services) => callEndpoint(call, services);

export const postCustomEndpoint: Handler<'postCustomEndpoint'> = (call, services) => callEndpoint(call, services);

export const putCustomEndpoint: Handler<'putCustomEndpoint'> = (call, services) => callEndpoint(call, services);

export const patchCustomEndpoint: Handler<'patchCustomEndpoint'> = (call, services) => callEndpoint(call, services);

export const deleteCustomEndpoint: Handler<'deleteCustomEndpoint'> = (call, services) => callEndpoint(call, services);
