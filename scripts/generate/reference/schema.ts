// Renders schemas: the type in a few words, its bounds, and the members of an object.

import { type Document, resolve, type Schema } from '../../document/index.ts';
import { inline, type Links } from '../docs/markdown.ts';
import { type Html, html, join, nothing } from './html.ts';

/** The data for rendering a document. */
export interface Context {
  document: Document;
  links: Links;
}

/** Returns the type: `string`, a linked name, `list of …`, `… or null`. */
export function typeOf(context: Context, schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    const { type, properties } = resolve(context.document, schema);
    const base = typeof type === 'string' && properties === undefined ? `${words[type] ?? type} ` : '';
    return html`${base}<a href="#schema-${name}">${name}</a>`;
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined)
    return join(
      branches.map((branch) => typeOf(context, branch)),
      ' or ',
    );
  if (schema.type === 'array') return html`list of ${typeOf(context, schema.items ?? {})}`;
  const values = schema.additionalProperties;
  if (schema.type === 'object' && schema.properties === undefined)
    return typeof values === 'object' ? html`map to ${typeOf(context, values)}` : html`object`;
  return html`${words[String(schema.type)] ?? 'anything'}`;
}

const words: Record<string, string> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'list',
  null: 'null',
};

function nameOf(ref: string): string {
  return ref.replace('#/components/schemas/', '');
}

/** Returns the bounds and the default of a value. */
export function boundsOf({ document }: Context, schema: Schema): Html {
  const own = resolve(document, schema);
  const [only = {}, ...others] = (own.anyOf ?? []).filter(({ type }) => type !== 'null');
  const all = others.length > 0 ? own : { ...resolve(document, only), ...own };
  const texts = [
    choicesOf(all),
    range(all.minLength, all.maxLength, 'characters'),
    range(all.minimum, all.maximum, ''),
    range(all.minItems, all.maxItems, 'items'),
    range(undefined, all.maxProperties, 'pairs'),
    all.propertyNames === undefined
      ? nothing
      : html`keys of ${range(all.propertyNames.minLength, all.propertyNames.maxLength, 'characters')}`,
    all.pattern === undefined ? nothing : html`pattern <code>${all.pattern}</code>`,
    all.default === undefined ? nothing : html`default <code>${JSON.stringify(all.default)}</code>`,
  ];
  const said = texts.filter(({ text }) => text !== '');
  return said.length === 0 ? nothing : html`<span class="b">${join(said, ' · ')}</span>`;
}

function choicesOf({ enum: choices }: Schema): Html {
  if (choices === undefined || choices.length > 12) return nothing;
  const codes = choices.map((choice) => html`<code>${JSON.stringify(choice)}</code>`);
  return html`${codes.length === 1 ? 'always ' : 'one of '}${join(codes, ' ')}`;
}

function range(minimum: number | undefined, maximum: number | undefined, unit: string): Html {
  const top = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (top === undefined) return minimum === undefined ? nothing : html`at least ${minimum} ${unit}`;
  return minimum === undefined ? html`at most ${top} ${unit}` : html`${minimum} to ${top} ${unit}`;
}

/** A member of an object, or a parameter. */
export interface Member {
  name: string;
  schema: Schema;
  description: string | undefined;
  /** The note on the presence of the member. */
  mark: '' | 'required' | 'optional';
}

/** Returns the members of an object. In a request, required members are marked; in a response, optional members. */
export function membersOf({ document }: Context, schema: Schema, sent: boolean): Member[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    description: property.description,
    mark: required.includes(name) === sent ? (sent ? 'required' : 'optional') : '',
  }));
}

/**
 * Returns a list of members.
 * @param depth how many levels of nested objects are expanded; deeper objects are links.
 */
export function memberList(context: Context, members: Member[], depth = 0): Html {
  if (members.length === 0) return nothing;
  return html`<ul class="m">${members.map((member) => memberItem(context, member, depth))}</ul>`;
}

function memberItem(context: Context, { name, schema, description, mark }: Member, depth: number): Html {
  const inside = depth > 0 ? objectWithin(context, schema) : undefined;
  const text = description ?? (depth > 0 ? resolve(context.document, schema).description : undefined);
  return html`<li><code class="n">${name}</code> <span class="t">${typeOf(context, schema)}</span>${
    mark === '' ? nothing : html` <em>${mark}</em>`
  }${text === undefined ? nothing : html`<p>${inline(text.replace(/\s+/g, ' '), context.links)}</p>`}${boundsOf(
    context,
    schema,
  )}${inside === undefined ? nothing : memberList(context, membersOf(context, inside, true), depth - 1)}</li>`;
}

/** Returns the object schema of a member: the member itself, the items of a list, or the non-null branch. */
function objectWithin({ document }: Context, schema: Schema): Schema | undefined {
  const resolved = resolve(document, schema);
  if (resolved.properties !== undefined) return resolved;
  const within = resolved.items ?? resolved.anyOf?.find((branch) => resolve(document, branch).type !== 'null');
  return within === undefined ? undefined : objectWithin({ document } as Context, within);
}
