import * as people from '../services/people/index.ts';
import { started } from './browser-session.ts';
import type { Handler } from './handler.ts';

export const getSetup: Handler<'getSetup'> = async () => {
  return { status: 200, body: { needed: !(await people.hasUsers()) } };
};

export const createFirstAdmin: Handler<'createFirstAdmin'> = async ({ body, address }, services) => {
  return started(await people.createFirstAdmin(body, address, services.config), services);
};
