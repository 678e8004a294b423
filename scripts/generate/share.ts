// Moves repeated headers, responses and parameters into the document's components. Client generators then create one
// type of each, and the document is half as large. Names derive from the content. If two parts have the same name, the
// more frequent one gets it. A header that an upstream sets then gets the prefix `Upstream`; any other part stays inline,
// because a numbered name explains nothing. Answers of success with a body stay inline too.

import { STATUS_CODES } from 'node:http';
import type { Document, Header, Operation, Parameter, ResponseObject } from '../document/index.ts';

/** A part, and the object or list that contains it. */
interface Use<Part> {
  holder: Record<string, Part>;
  key: string;
}

/** Returns the document with repeated parts moved into the components. */
export function share(published: Document): Document {
  const document = structuredClone(published);
  const { components } = document;
  const operations = [document.paths, document.webhooks ?? {}].flatMap(Object.values).flatMap<Operation>(Object.values);
  const responses = operations.flatMap((operation) => usesIn(operation.responses));
  const headers = responses.flatMap(({ holder, key }) => usesIn(holder[key]?.headers ?? {}));
  const parameters = operations.flatMap(({ parameters = [] }) =>
    usesIn(parameters as unknown as Record<string, Parameter>),
  );
  components.headers ??= {};
  components.responses ??= {};
  components.parameters ??= {};
  move(headers, 'headers', components.headers, ({ key }) => pascal(key));
  const upstreamHeaders = headers.filter(({ holder, key }) =>
    holder[key]?.description?.includes('as the upstream says'),
  );
  move(upstreamHeaders, 'headers', components.headers, ({ key }) => `Upstream${pascal(key)}`);
  // swagger-typescript-api reads no body of a success whose response is shared.
  const shareable = responses.filter(({ holder, key }) => !key.startsWith('2') || holder[key]?.content === undefined);
  move(shareable, 'responses', components.responses, responseName);
  const ofScim = shareable.filter(({ holder, key }) => holder[key]?.content?.['application/scim+json'] !== undefined);
  move(ofScim, 'responses', components.responses, (use) => `Scim${responseName(use)}`);
  move(parameters, 'parameters', components.parameters, ({ holder, key }) => {
    const name = pascal(holder[key]?.name ?? '');
    return name in components.schemas ? `${name}Parameter` : name;
  });
  // The cursors of lists, such as UserCursorAfter, and parameters with another default: AscOrder.
  const others = parameters.filter(({ holder, key }) => holder[key]?.schema?.$ref !== undefined);
  move(others, 'parameters', components.parameters, ({ holder, key }) => {
    const { name = '', schema } = holder[key] ?? {};
    return `${pascal(String(schema?.default ?? schema?.$ref?.split('/').at(-1)))}${pascal(name)}`;
  });
  return document;
}

function usesIn<Part>(holder: Record<string, Part>): Use<Part>[] {
  return Object.keys(holder).map((key) => ({ holder, key }));
}

function move<Part extends Header | ResponseObject | Parameter>(
  uses: Use<Part>[],
  place: string,
  shared: Record<string, Part>,
  nameOf: (use: Use<Part>) => string,
): void {
  const groups = Map.groupBy(uses, ({ holder, key }) => JSON.stringify([nameOf({ holder, key }), holder[key]]));
  const repeated = [...groups.values()].filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
  for (const group of repeated) {
    const [first] = group;
    const part = first?.holder[first.key];
    if (first === undefined || part === undefined || '$ref' in part) continue;
    const name = nameOf(first);
    if (name in shared) continue;
    shared[name] = part;
    for (const { holder, key } of group) holder[key] = { $ref: `#/components/${place}/${name}` } as Part;
  }
}

/**
 * Returns the name of a shared response: `NotFound` for an error of this server, `CallNotFound` for one of this
 * server or of an upstream, `MessagesNotFound` for one in the form of the Messages API.
 */
function responseName({ holder, key: status }: Use<ResponseObject>): string {
  const { content = {} } = holder[status] as ResponseObject;
  const reason = pascal(STATUS_CODES[status] ?? 'Refusal');
  const [schema] = Object.values(content).map((media) => media.schema ?? {});
  if (schema === undefined) return reason;
  if (schema.$ref === undefined) return `PassedOn${reason}`;
  const prefixes: Record<string, string> = { MessagesErrorBody: 'Messages', CallErrorBody: 'Call' };
  return `${prefixes[schema.$ref.replace('#/components/schemas/', '')] ?? ''}${reason}`;
}

function pascal(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
