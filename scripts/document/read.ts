// Reads a published document.

import { fromClientForm } from './client-form.ts';
import { type Document, operationsOf, webhooksOf } from './document.ts';
import { withoutForwarded } from './forwarded.ts';

/**
 * Parses generated/openapi.json. Inlines the shared responses again that scripts/generate/share.ts has moved into
 * components, and answers of any media type. Forwarded members are left out, or stay as `forwarded` leaves them:
 * the server does not check them.
 */
export function readDocument(text: string, forwarded = withoutForwarded): Document {
  const document = forwarded(fromClientForm(JSON.parse(text) as Document));
  for (const { responses } of [...operationsOf(document), ...webhooksOf(document)].map((at) => at.operation)) {
    for (const [status, { $ref }] of Object.entries(responses)) {
      if ($ref === undefined) continue;
      const shared = document.components.responses?.[$ref.replace('#/components/responses/', '')];
      if (shared === undefined) throw new Error(`The reference ${$ref} has no target in the document`);
      responses[status] = shared;
    }
    for (const response of Object.values(responses)) {
      const isOpen = Object.values(response.content ?? {}).some((media) => media['x-any-type'] === true);
      if (isOpen) response.content = { '*/*': { schema: {} } };
    }
  }
  return document;
}
