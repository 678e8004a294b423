// Authentication and authorization: the caller, its organization and its project, and the rows of the path. Other rooms import only this file.

export { authenticate } from './authenticate.ts';
export { checkCaller } from './check-caller.ts';
export { ContextProblem, checkHasTenant, enterContext, enterContextOfBody, resolveContext } from './context.ts';
export { type Cors, createCors } from './cors.ts';
export { loadRows } from './rows.ts';
export { isStillAuthorized } from './still-authorized.ts';
