import type { Mutant } from './proxy.ts';
import { answers, issues, set, status } from './verbs.ts';

export const validationBodies: Mutant[] = [
  answers(
    'loc lacks its first part',
    'createUpload',
    422,
    issues((issue) => issue.loc.shift()),
  ),
  answers(
    'indexes in loc are numbers',
    'createVectorStore',
    422,
    issues((issue) => {
      issue.loc = issue.loc.map((part: string) => (/^\d+$/.test(part) ? Number(part) : part));
    }),
  ),
  answers(
    'loc is joined with dots',
    'modifyVectorStore',
    422,
    issues((issue) => {
      issue.loc = [issue.loc.join('.')];
    }),
  ),
  answers(
    'only the first issue is reported',
    'createProject',
    422,
    set({ detail: (detail: unknown[]) => detail.slice(0, 1) }),
  ),
  answers(
    'only one issue of each field is reported',
    'createLogin',
    422,
    set({ detail: (detail: unknown[]) => detail.slice(-1) }),
  ),
  answers(
    'an issue is reported twice',
    'updateProject',
    422,
    set({ detail: (detail: unknown[]) => [...detail, detail[0]] }),
  ),
  answers(
    'the message has other words',
    'updateAdminApiKey',
    422,
    issues((issue) => Object.assign(issue, { msg: `${issue.msg}.` })),
  ),
  answers(
    'a missing field has the type value_error.missing',
    'createOrganization',
    'missing',
    issues((issue) => Object.assign(issue, { type: 'value_error.missing' })),
  ),
  answers(
    'wrong integers in the query are int_type',
    /^list/,
    'int_parsing',
    issues((issue) => Object.assign(issue, { type: 'int_type', msg: 'Input should be a valid integer' })),
  ),
  answers(
    'ctx is always empty',
    /./,
    422,
    issues((issue) => Object.assign(issue, { ctx: {} })),
  ),
  answers(
    'the bound in ctx is one too high',
    'searchVectorStore',
    'less_than_equal',
    issues((issue) => Object.assign(issue.ctx, { le: issue.ctx.le + 1 })),
  ),
  answers(
    'input is null',
    'createUser',
    422,
    issues((issue) => Object.assign(issue, { input: null })),
  ),
  answers(
    'input is the whole body',
    'updateProjectApiKey',
    422,
    issues((issue, { body }) => Object.assign(issue, { input: body })),
  ),
  answers(
    'a long input is echoed whole',
    'createProject',
    'string_too_long',
    issues((issue, { body }) => Object.assign(issue, { input: body[issue.loc[1]] })),
  ),
  answers('SDKs get no error member', 'createVectorStore', 422, ({ body }) => {
    delete body.error;
  }),
  answers('the error member for SDKs names another parameter', 'createVectorStoreFile', 422, ({ body }) => {
    if (body.error) body.error.param = 'body';
  }),
  answers('everybody gets the error member of SDKs', 'createProjectApiKey', 422, ({ body }) => {
    body.error ??= { message: 'Invalid', type: 'invalid_request_error', param: null, code: 'validation_error' };
  }),
  answers(
    'query parameters are located in the body',
    'listProjects',
    422,
    issues((issue) => {
      issue.loc[0] = 'body';
    }),
  ),
  answers(
    'header names in loc have capitals',
    'createVectorStore',
    'missing',
    issues((issue) => {
      if (issue.loc[0] === 'header') issue.loc[1] = 'Compat-Project';
    }),
  ),
  answers(
    'the position of a JSON error is 0',
    'updateProject',
    'json_invalid',
    issues((issue) => {
      issue.loc[1] = '0';
    }),
  ),
  answers('the status of a validation failure is 400', 'testWebhook', 422, status(400)),
];
