// Generates the API reference as one page. The sources are the published document, spec/reference.md (the conventions,
// which generators of clients would copy into each file if the document had them) and the settings.

import { readFileSync } from 'node:fs';
import { type Document, type OperationAt, operationsOf, type Schema } from '../document/index.ts';
import { headingsOf, inline, type Links, markdown } from './docs/markdown.ts';
import { pageText } from './docs/page.ts';
import { errorRows } from './reference/errors.ts';
import { exampleOf } from './reference/example.ts';
import { codeBlock, type Html, html, nothing, slug } from './reference/html.ts';
import { json, methodLabel, operationArticle } from './reference/operation.ts';
import { boundsOf, type Context, memberList, membersOf, typeOf } from './reference/schema.ts';
import { receivingSection } from './reference/webhooks.ts';
import { settingsSection } from './settings.ts';

interface Group {
  name: string;
  description: string;
  operations: OperationAt[];
}

const conventions = readFileSync(new URL('../../spec/reference.md', import.meta.url), 'utf8');

export function referencePage(document: Document): string {
  const context = { document, links: linksOf(document) };
  const groups = groupsOf(document);
  const main = html`<h1>${document.info.title} API reference <small>${document.info.version}</small></h1>
<section class="i">
${markdown(conventions, context.links)}
${errorTables(context)}
</section>
${groups.map((group) => groupSection(context, group))}
<section class="g" id="schemas">
<h2>Schemas</h2>
<p class="all">${Object.keys(document.components.schemas).map((name) => html`<a href="#schema-${name}">${name}</a> `)}</p>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaArticle(context, name, schema))}
</section>
${settingsSection()}`;
  const title = `${document.info.title} API reference`;
  return pageText({ title, path: '/docs', contents: contentsList(groups), main });
}

/** Returns the code spans that become links: names of types, and operations. */
export function linksOf(document: Document): Links {
  const types = Object.keys(document.components.schemas).map((name): [string, string] => [name, `#schema-${name}`]);
  const calls = operationsOf(document).map(({ method, path, operation }): [string, string] => [
    `${method.toUpperCase()} ${path}`,
    `#${operation.operationId}`,
  ]);
  return new Map([...types, ...calls]);
}

function groupsOf(document: Document): Group[] {
  const operations = operationsOf(document);
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags?.includes(name)),
  }));
}

function contentsList(groups: Group[]): Html {
  const headings = headingsOf(conventions, 1);
  return html`<ul>${headings.map((title) => html`<li><a href="#${slug(title)}">${title}</a></li>`)}</ul>${groups.map(
    ({ name, operations }) => html`<p><a href="#${slug(name)}">${name}</a></p><ul>${operations.map(contentsItem)}</ul>`,
  )}<p><a href="#schemas">Schemas</a></p><p><a href="#settings">Settings</a></p>`;
}

function contentsItem({ method, operation: { operationId, summary = operationId } }: OperationAt): Html {
  return html`<li><a href="#${operationId}">${methodLabel(method)}${summary}</a></li>`;
}

function groupSection(context: Context, { name, description, operations }: Group): Html {
  return html`<section class="g" id="${slug(name)}">
<h2>${name}</h2>
${markdown(description, context.links)}
${name === 'Webhook events' ? receivingSection(context) : nothing}
${operations.map((at) => operationArticle(context, at))}
</section>
`;
}

/** Returns the tables of error formats and error codes. */
function errorTables(context: Context): Html {
  const { ErrorBody, ValidationBody } = context.document.components.schemas;
  const example = (schema: Schema | undefined): string =>
    json((schema === undefined ? undefined : exampleOf(context.document, schema)) ?? {});
  return html`<div class="two">${codeBlock('422', example(ValidationBody))}${codeBlock('Any other', example(ErrorBody))}</div>
<table class="e"><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${errorRows(
    context.document,
  ).map(
    ({ status, code, meaning }) =>
      html`<tr id="error-${status}-${code}"><td>${status}</td><td><code>${code}</code></td><td>${inline(meaning, context.links)}</td></tr>`,
  )}</tbody></table>`;
}

function schemaArticle(context: Context, name: string, schema: Schema): Html {
  const { description = '', properties, $ref: _, ...rest } = schema;
  const texts = Object.entries(schema['x-enumDescriptions'] ?? {});
  const type =
    properties === undefined
      ? html`<p><span class="t">${typeOf(context, rest)}</span> ${boundsOf(context, rest)}</p>`
      : nothing;
  const meanings = texts.map(
    ([value, text]) => html`<li><code class="n">${value}</code> ${inline(text, context.links)}</li>`,
  );
  return html`<article class="s" id="schema-${name}">
<h3><a href="#schema-${name}">${name}</a></h3>
${markdown(description, context.links)}
${type}${memberList(context, membersOf(context, schema, name.endsWith('Request')))}${meanings.length === 0 ? nothing : html`<ul class="m">${meanings}</ul>`}
</article>
`;
}
