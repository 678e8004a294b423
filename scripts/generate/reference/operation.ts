// Renders an operation: who may call it, its parameters and body, its responses, and an example of each.

import {
  isContextHeader,
  type Json,
  type OperationAt,
  parametersOf,
  type ResponseObject,
} from '../../document/index.ts';
import { markdown } from '../docs/markdown.ts';
import { bodyExample } from './example.ts';
import { codeBlock, type Html, html, join, nothing } from './html.ts';
import { exampleRequest } from './request.ts';
import { languages, requestCode } from './request-code.ts';
import { type Context, type Member, memberList, membersOf, typeOf } from './schema.ts';

/** Returns the method as a coloured label. */
export function methodLabel(method: string): Html {
  return html`<span class="v ${method}">${method.toUpperCase()}</span>`;
}

export function operationArticle(context: Context, at: OperationAt): Html {
  const { path, method, operation } = at;
  const { operationId } = operation;
  return html`<article class="o" id="${operationId}">
<h3><a href="#${operationId}">${operation.summary ?? operationId}</a></h3>
<p class="p">${methodLabel(method)} <code>${path}</code></p>
<div class="c"><div class="l">
${markdown(operation.description ?? '', context.links)}
${accessText(context, at)}
${parameterSections(context, at)}
${requestSection(context, at)}
${answerSection(context, at)}
</div><div class="x">
${requestExample(context, at)}
${answerExample(context, at)}
</div></div>
<p class="id">Operation id <code>${operationId}</code></p>
</article>`;
}

const callerWords: Record<string, string> = {
  admin: 'admins',
  owner: 'owners of the organization',
  member: 'its members',
  organization_key: 'organization keys',
  project_key: 'project keys',
  worker_token: 'the worker token of the server',
  refresh_token: 'a refresh token, sent as the Bearer credential',
  browser_session: 'a browser with the cookie of its session',
};

const contextWords: Record<string, string> = {
  project: 'The header `Compat-Project` selects the project, unless the credential is a project key.',
  organization:
    'A user selects the organization with the header `Compat-Organization`, unless it is the default organization.',
  optional: 'The context headers are optional. If they are sent, they are checked.',
};

/** Returns a text that says who may call the operation. */
function accessText({ links }: Context, { operation }: OperationAt): Html {
  const rule = operation['x-access'] ?? { callers: [], context: 'none', permission: 'none' };
  const { callers, context, permission, organization, origin } = rule;
  const from = origin === undefined ? '' : ' A browser may call it only from the server’s own pages.';
  if (callers.includes('anyone')) return html`<p class="a"><b>Anyone</b> may call it, without a credential.${from}</p>`;
  const anyUser = context === 'none' && callers.includes('member');
  const words = callers.map((caller) => callerWords[caller] ?? caller);
  const who = anyUser ? 'any signed-in user' : new Intl.ListFormat('en').format(words);
  const where = organization === undefined ? contextWords[context] : namedWords(organization);
  const needs = permission === 'none' ? '' : `Permission: \`${permission}\`. `;
  return html`<div class="a">${markdown(`**For** ${who}. ${needs}${where ?? ''}${from}`, links)}</div>`;
}

/** Returns a text that says which member of the request names the organization. */
function namedWords(place: string): string {
  const [part, name] = place.split('.');
  return `\`${name}\` in the ${part} selects the organization. If \`Compat-Organization\` is sent, it is checked.`;
}

const places = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const;

function parameterSections(context: Context, { operation }: OperationAt): Html {
  const parameters = parametersOf(context.document, operation);
  const sections = places.map(([place, title]) => {
    const members = parameters
      .filter((parameter) => parameter.in === place && !isContextHeader(parameter))
      .map(
        ({ name, schema, description, required }): Member => ({
          name,
          schema,
          description,
          mark: required ? 'required' : '',
        }),
      );
    return members.length === 0 ? nothing : html`<h4>${title}</h4>${memberList(context, members)}`;
  });
  const contextNames = parameters.filter(isContextHeader).map(({ name }) => html`<code>${name}</code>`);
  // The context headers mean the same everywhere, so the introduction explains them once.
  const about = html`<a class="t" href="#organization-and-project">what they mean</a>`;
  return join(
    [
      ...sections,
      contextNames.length === 0 ? nothing : html`<h4>Context ${about}</h4><p>${join(contextNames, ' ')}</p>`,
    ],
    '',
  );
}

const wholeDepth = 4;

function requestSection(context: Context, { operation }: OperationAt): Html {
  const [[type, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (type === undefined || media?.schema === undefined) return nothing;
  const members = memberList(context, membersOf(context, media.schema, true), wholeDepth);
  return html`<h4>Body <span class="t">${type} · ${typeOf(context, media.schema)}</span></h4>${members}`;
}

function answerSection(context: Context, { operation }: OperationAt): Html {
  const answers = Object.entries(operation.responses);
  const errors = answers.filter(([, answer]) => isError(answer)).map(([status]) => status);
  const others = answers.filter(([, answer]) => !isError(answer));
  return html`<h4>Answer</h4>${others.map(([status, answer]) => answerOf(context, status, answer))}${
    errors.length === 0 ? nothing : html`<p class="t"><a href="#errors">Errors</a> ${errors.join(' ')}</p>`
  }`;
}

/** Returns true if the body is one of the two error bodies. */
function isError({ content = {} }: ResponseObject): boolean {
  const [media] = Object.values(content);
  return /\/(Error|Validation)Body$/.test(media?.schema?.$ref ?? '');
}

function answerOf(context: Context, status: string, { content = {} }: ResponseObject): Html {
  const [[type = '', media] = []] = Object.entries(content);
  if (media?.schema === undefined) return html`<p>${status}</p>`;
  const members = membersOf(context, media.schema, false);
  const name = html`<span class="t">${typeOf(context, media.schema)}</span>`;
  const head = html`<b>${status}</b> <span class="t">${type}</span>`;
  if (members.length === 0) return html`<p>${head} ${name}</p>`;
  // A link inside of a summary could not be reached with the keyboard.
  return html`<details><summary>${head}</summary><p>${name}</p>${memberList(context, members)}</details>`;
}

/** Returns the example request in each language. The page's script shows one of them. */
function requestExample(context: Context, at: OperationAt): Html {
  const code = requestCode(exampleRequest(context.document, at));
  const figures = Object.entries(languages).map(([language, title]) =>
    codeBlock(title, code[language as keyof typeof code], language),
  );
  return html`<div class="tabs">${figures}</div>`;
}

function answerExample(context: Context, { operation }: OperationAt): Html {
  const example = bodyExample(context.document, operation.responses['200']?.content?.['application/json']);
  return example === undefined ? nothing : codeBlock('Answer', json(example));
}

export function json(value: Json): string {
  return JSON.stringify(value, null, 2);
}
