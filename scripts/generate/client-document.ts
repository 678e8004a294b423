// The published document in a form for which client generators create code that compiles. Each rule has a generator in
// test/sdk/generators that needs it.

import {
  type Document,
  type MediaType,
  type Operation,
  operationsOf,
  parametersOf,
  type ResponseObject,
  type Schema,
  toClientForm,
} from '../document/index.ts';

/** The statuses that replace `2XX`. `default` stands for all other statuses of the upstream. */
const statusesOf2XX = ['200', '201', '202', '204'];

/**
 * Returns the document without what client generators misread.
 * - Members of a request say their default in the description: openapi-typescript makes a member with the keyword
 *   `default` required, and callers may leave it out.
 * - Parts of forms have no `encoding`: orval sends a text with a content type as a file.
 * - A body that may be JSON or bytes is said to be JSON (or a form): orval has no code for both that compiles.
 * - `2XX` becomes the usual statuses and `4XX` becomes `default`: oazapfts writes ranges as they are, which does not
 *   compile.
 * - An answer of any media type is said to be bytes: openapi-python-client and oapi-codegen skip others.
 * - Path parameters do not name the rows of this server, nor operations the commands of its CLI.
 * - An operation for anyone says that it takes no credential: otherwise generators ask for one.
 * - Schemas have the form that generators make the best types of (../document/client-form.ts).
 */
export function clientDocument(published: Document): Document {
  const document = structuredClone(published);
  for (const schema of Object.values(document.components.schemas)) describeDefaults(schema);
  for (const { operation } of operationsOf(document)) {
    for (const parameter of parametersOf(document, operation)) {
      delete parameter['x-row'];
      delete parameter.schema['x-row'];
    }
    delete operation['x-cli'];
    delete operation['x-cli-examples'];
    const { content = {} } = operation.requestBody ?? {};
    for (const media of Object.values(content)) delete media.encoding;
    if ('application/json' in content) delete content['application/octet-stream'];
    operation.responses = withoutRanges(operation);
    for (const response of Object.values(operation.responses)) nameAnyType(response);
    if (operation['x-access']?.callers.join() === 'anyone') operation.security = [];
  }
  return toClientForm(document);
}

function describeDefaults({ properties = {} }: Schema): void {
  for (const property of Object.values(properties)) {
    if (property.default === undefined) continue;
    const sentence = `The default is \`${JSON.stringify(property.default)}\`.`;
    property.description = [property.description, sentence].filter(Boolean).join(' ');
    delete property.default;
  }
}

function nameAnyType(response: ResponseObject): void {
  if (response.content?.['*/*'] === undefined) return;
  const bytes: MediaType = { schema: { type: 'string', format: 'binary' }, 'x-any-type': true };
  response.content = { 'application/octet-stream': bytes };
}

function withoutRanges({ responses }: Operation): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]): [string, ResponseObject][] => {
      if (status === '2XX')
        return statusesOf2XX.map((each) => [each, each === '204' ? withoutBody(response) : response]);
      return [[status === '4XX' ? 'default' : status, response]];
    }),
  );
}

function withoutBody({ content: _, ...response }: ResponseObject): ResponseObject {
  return response;
}
