import type { Mutant } from './proxy.ts';
import { issues, set, status } from './verbs.ts';

export const validationBodies: Mutant[] = [
  { name: 'loc lacks its first part', on: 'createUpload', when: 422, answer: issues((issue) => issue.loc.shift()) },
  {
    name: 'indexes in loc are numbers',
    on: 'createVectorStore',
    when: 422,
    answer: issues((issue) => {
      issue.loc = issue.loc.map((part: string) => (/^\d+$/.test(part) ? Number(part) : part));
    }),
  },
  {
    name: 'loc is joined with dots',
    on: 'modifyVectorStore',
    when: 422,
    answer: issues((issue) => {
      issue.loc = [issue.loc.join('.')];
    }),
  },
  {
    name: 'only the first issue is reported',
    on: 'createProject',
    when: 422,
    answer: set({ detail: (detail: unknown[]) => detail.slice(0, 1) }),
  },
  {
    name: 'only one issue of each field is reported',
    on: 'createLogin',
    when: 422,
    answer: set({ detail: (detail: unknown[]) => detail.slice(-1) }),
  },
  {
    name: 'an issue is reported twice',
    on: 'updateProject',
    when: 422,
    answer: set({ detail: (detail: unknown[]) => [...detail, detail[0]] }),
  },
  {
    name: 'the message has other words',
    on: 'updateAdminApiKey',
    when: 422,
    answer: issues((issue) => Object.assign(issue, { msg: `${issue.msg}.` })),
  },
  {
    name: 'a missing field has the type value_error.missing',
    on: 'createOrganization',
    when: 'missing',
    answer: issues((issue) => Object.assign(issue, { type: 'value_error.missing' })),
  },
  {
    name: 'wrong integers in the query are int_type',
    on: /^list/,
    when: 'int_parsing',
    answer: issues((issue) => Object.assign(issue, { type: 'int_type', msg: 'Input should be a valid integer' })),
  },
  {
    name: 'ctx is always empty',
    on: /./,
    when: 422,
    answer: issues((issue) => Object.assign(issue, { ctx: {} })),
  },
  {
    name: 'the bound in ctx is one too high',
    on: 'searchVectorStore',
    when: 'less_than_equal',
    answer: issues((issue) => Object.assign(issue.ctx, { le: issue.ctx.le + 1 })),
  },
  {
    name: 'input is null',
    on: 'createUser',
    when: 422,
    answer: issues((issue) => Object.assign(issue, { input: null })),
  },
  {
    name: 'input is the whole body',
    on: 'updateProjectApiKey',
    when: 422,
    answer: issues((issue, { body }) => Object.assign(issue, { input: body })),
  },
  {
    name: 'a long input is echoed whole',
    on: 'createProject',
    when: 'string_too_long',
    answer: issues((issue, { body }) => Object.assign(issue, { input: body[issue.loc[1]] })),
  },
  {
    name: 'SDKs get no error member',
    on: 'createVectorStore',
    when: 422,
    answer: ({ body }) => {
      delete body.error;
    },
  },
  {
    name: 'the error member for SDKs names another parameter',
    on: 'createVectorStoreFile',
    when: 422,
    answer: ({ body }) => {
      if (body.error) body.error.param = 'body';
    },
  },
  {
    name: 'everybody gets the error member of SDKs',
    on: 'createProjectApiKey',
    when: 422,
    answer: ({ body }) => {
      body.error ??= { message: 'Invalid', type: 'invalid_request_error', param: null, code: 'validation_error' };
    },
  },
  {
    name: 'query parameters are located in the body',
    on: 'listProjects',
    when: 422,
    answer: issues((issue) => {
      issue.loc[0] = 'body';
    }),
  },
  {
    name: 'header names in loc have capitals',
    on: 'createVectorStore',
    when: 'missing',
    answer: issues((issue) => {
      if (issue.loc[0] === 'header') issue.loc[1] = 'Compat-Project';
    }),
  },
  {
    name: 'the position of a JSON error is 0',
    on: 'updateProject',
    when: 'json_invalid',
    answer: issues((issue) => {
      issue.loc[1] = '0';
    }),
  },
  {
    name: 'the status of a validation failure is 400',
    on: 'testWebhook',
    when: 422,
    answer: status(400),
  },
];
