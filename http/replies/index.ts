// Answers and errors as bytes. Other rooms import only this file.

export { unlessModified } from './conditional.ts';
export { drain, hasUnreadBody } from './drain.ts';
export { errorAnswer, isDefect, MethodNotAllowedError } from './error-bodies.ts';
export { errorPage } from './error-pages.ts';
export { messagesErrorAnswer } from './messages-errors.ts';
export { oauthErrorAnswer } from './oauth-errors.ts';
export { withPageLimit } from './page-limit.ts';
export { rateHeaders } from './rate-headers.ts';
export { respond, type Sending } from './respond.ts';
export { scimErrorAnswer } from './scim-errors.ts';
export { OpenStreams } from './stream.ts';
