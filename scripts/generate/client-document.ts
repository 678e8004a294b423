// The published document in a form for which client generators create code that compiles. Each rule has a generator in
// test/sdk/generators that needs it.

import { type Document, type Operation, operationsOf, type ResponseObject, type Schema } from '../document/index.ts';

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
 */
export function clientDocument(published: Document): Document {
  const document = structuredClone(published);
  for (const schema of Object.values(document.components.schemas)) describeDefaults(schema);
  for (const { operation } of operationsOf(document)) {
    const { content = {} } = operation.requestBody ?? {};
    for (const media of Object.values(content)) delete media.encoding;
    if ('application/json' in content) delete content['application/octet-stream'];
    operation.responses = withoutRanges(operation);
  }
  return document;
}

function describeDefaults({ properties = {} }: Schema): void {
  for (const property of Object.values(properties)) {
    if (property.default === undefined) continue;
    const sentence = `The default is \`${JSON.stringify(property.default)}\`.`;
    property.description = [property.description, sentence].filter(Boolean).join(' ');
    delete property.default;
  }
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
