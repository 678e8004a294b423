// Who may call, and for which organization and project. The entrance of this room: what other rooms may use.

export { authenticate } from './authenticate.ts';
export { checkCaller } from './check-caller.ts';
export { ContextProblem, checkHasTenant, enterContext, enterContextOfBody, resolveContext } from './context.ts';
export { type Cors, createCors } from './cors.ts';
export { isStillAuthorized } from './still-authorized.ts';
