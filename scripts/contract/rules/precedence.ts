// The order of checks, if a request breaks two rules: path and method, credential, kind and role, media type, context
// headers, validation, existence.

import { documented } from '../answers.ts';
import { contextOf, requestOf } from '../requests.ts';
import type { Rule } from './rule.ts';

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const noText = { raw: 'text', contentType: 'text/plain' };

/** A kind of credential that must not call the operations of this caller. */
const lesser: Record<string, 'key' | 'project'> = { admin: 'key', organization_key: 'project' };

export const precedence: Rule = {
  name: 'precedence',
  about: 'If a request breaks several rules, the first one of the order of checks answers.',
  applies: ({ operationId, caller }) =>
    ['admin', 'organization_key', 'project_key', 'owner'].includes(caller) &&
    documented(operationId)?.['x-passes-on'] === undefined,
  async run(trial, stage, operation) {
    const { caller, fixtures: names, cases } = operation;
    const own = await stage.own();
    const fixtures = new Map([...Object.values(names)].map((name): [string, string] => [name, `none_${unknownId}`]));
    fixtures.set('own_organization', own.organizationId).set('projects', own.project.id);
    // Below /v1/responses, what has not the form of an id is an unknown path.
    fixtures.set('responses', `resp_${unknownId}`);
    const keys: Record<string, string> = { organization_key: own.key, project_key: own.project.key };
    const strong = keys[caller] ?? stage.adminToken;
    const send = (token: string | undefined, more: object, headers: Record<string, string> = {}) => {
      const { method, path, options } = requestOf(
        { token, fixtures, headers: { ...contextOf(operation, fixtures), ...headers } },
        operation,
        {},
      );
      return trial.ask(method, path, { ...options, ...more });
    };
    const other = cases.find(({ id }) => id.endsWith('/protocol/-/other-method'));
    if (other !== undefined) {
      const { method, path, options } = requestOf({ token: 'nonsense', fixtures }, operation, other.request);
      trial.status(
        await stage.ask(method, path, options),
        405,
        'method_not_allowed',
        'the method before the credential',
      );
    }
    if (documented(operation.operationId)?.requestBody?.content['application/json'] === undefined) return;
    trial.status(await send('nonsense', noText), 401, 'invalid_api_key', 'the credential before the media type');
    trial.status(await send(undefined, { raw: '{' }), 401, 'missing_api_key', 'the credential before the body');
    const weak = lesser[caller];
    if (weak !== undefined) {
      const token = weak === 'key' ? own.key : own.project.key;
      for (const more of [noText, { raw: '{' }, { body: {} }])
        trial.status(await send(token, more), 403, 'insufficient_permissions', 'access before the body');
    }
    const isScoped = caller === 'organization_key' || caller === 'project_key';
    const elsewhere = { 'compat-organization': `org_${unknownId}` };
    if (isScoped) {
      const late = await send(strong, noText, elsewhere);
      trial.status(late, 415, 'unsupported_media_type', 'the media type before the context headers');
      const early = await send(strong, { raw: '{' }, elsewhere);
      trial.status(early, 403, 'mismatched_organization', 'the context headers before validation');
    }
    if (caller === 'project_key') {
      const { detail } = (await send(own.key, { raw: '{' })).body ?? {};
      trial.equal('the context headers before validation', detail?.[0]?.loc, ['header', 'compat-project']);
      const sibling = { 'compat-project': own.sibling.id };
      for (const more of [{ raw: '{' }, { body: [] }])
        trial.status(
          await send(strong, more, sibling),
          403,
          'mismatched_project',
          'the context headers before validation',
        );
    }
    const broken = cases.find(({ id }) => /\/broken\/-\/type-list$/.test(id));
    if (broken !== undefined && Object.keys(names).length > 0)
      for (const more of [{ body: [] }, { raw: '{' }])
        trial.status(await send(strong, more), 422, undefined, 'validation before existence');
  },
};
