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
A project's \`webhook_url\` gets a POST with a \`WebhookEvent\` when a file batch has ended. Any 2xx status within 15 seconds takes it; redirects are not followed, and 410 ends the deliveries of that event. What is not taken is sent again: without a broker 7 times in 43 minutes, with one 11 times in three days. The \`id\` in the body stays the same in every attempt, so it tells what came twice.

A project with \`spend_threshold_events\` also gets a \`project.spend_threshold\` event when its model calls have cost 80 and 100 percent of its spend limit: once a month for each. The owners of the organization get a mail in any case.
`;

const verifying = `
\`webhook-signature\` is \`v1,\` and the base64 of the HMAC-SHA256 of \`{webhook-id}.{webhook-timestamp}.{raw body}\`. Compute it over the bytes as they came, compare it with the header, and refuse what does not match or is more than five minutes old.

The project's \`webhook_signing\` says what the key is. \`literal\`, the default: the secret as it is shown, \`whsec_\` included. \`standard\`: the bytes that it spells in base64 behind \`whsec_\`, as libraries of the Standard Webhooks family read it; \`webhook-id\` is then the event's id, and otherwise the attempt's. \`dual\`: both signatures, with a space between.

A library that only reads secrets as \`standard\` has them verifies \`literal\` signatures too, with \`whsec_\` and the base64 of the secret: the command \`svc webhook secret --as standard\` writes that.
`;

/** Returns the section on receiving webhooks. */
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
