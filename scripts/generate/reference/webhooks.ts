// The reference section for webhook receivers: the events, and programs that verify them. The programs are separate
// files, which test/webhooks/receivers.test.ts runs against real deliveries.

import { readFileSync } from 'node:fs';
import { markdown } from '../docs/markdown.ts';
import { exampleOf } from './example.ts';
import { codeBlock, type Html, html } from './html.ts';
import { json } from './operation.ts';
import type { Context } from './schema.ts';

/** The receiver programs, by language and library. */
export const receivers = {
  'Node, without a library': 'node.mjs',
  'Node, with standardwebhooks': 'standard-webhooks.mjs',
  'Node, with the OpenAI SDK': 'openai.mjs',
  'Python, without a library': 'python.py',
  'A shell, with openssl': 'openssl.sh',
} as const;

const events = `
The server sends a POST with a \`WebhookEvent\` to a project's \`webhook_url\` when a file batch has ended. Any 2xx status within 15 seconds accepts the event. The server follows no redirects, and a 410 ends the retries of the event. After any other response the server retries: 7 times in 43 minutes without a broker, 11 times in three days with a broker. All attempts have the same \`id\` in the body, so use it to detect duplicates.

With \`spend_threshold_events\`, the server also sends a \`project.spend_threshold\` event when the project's model calls have cost 80 and 100 percent of its spend limit, once a month for each threshold. The owners of the organization always get a mail.
`;

const verifying = `
\`webhook-signature\` is \`v1,\` and the base64 of the HMAC-SHA256 of \`{webhook-id}.{webhook-timestamp}.{raw body}\`. Compute it over the bytes of the body as they arrived, and compare it with the header. Refuse a delivery whose signature does not match, or whose \`webhook-timestamp\` is more than five minutes off.

The project's \`webhook_signing\` chooses the key. With \`literal\`, the default, the key is the whole secret, \`whsec_\` included. With \`standard\`, the key is the base64-decoded part of the secret after \`whsec_\`, as in Standard Webhooks libraries. \`webhook-id\` is then the id of the event, otherwise the id of the attempt. With \`dual\`, the header has both signatures, separated by a space.

A library for Standard Webhooks can verify \`literal\` signatures too. Give it \`whsec_\` and the base64 of the whole secret: \`svc webhook secret --as standard\` prints that.
`;

export function receivingSection(context: Context): Html {
  const { WebhookEvent: event } = context.document.components.schemas;
  const example = event === undefined ? undefined : exampleOf(context.document, event);
  const rows = Object.entries(context.document.webhooks ?? {}).map(
    ([name, { post }]) => html`<tr><td><code>${name}</code></td><td>${post?.description ?? ''}</td></tr>`,
  );
  return html`<section class="i" id="receiving">
<h3>Events</h3>
${markdown(events, context.links)}
<table class="e"><thead><tr><th>Event</th><th>Sent when</th></tr></thead><tbody>${rows}</tbody></table>
${codeBlock('Event', json(example ?? {}))}
<h3>Verifying</h3>
${markdown(verifying, context.links)}
${Object.entries(receivers).map(([title, file]) => codeBlock(title, sourceOf(file)))}
</section>`;
}

function sourceOf(file: string): string {
  return readFileSync(new URL(`../../../test/webhooks/receivers/${file}`, import.meta.url), 'utf8');
}
