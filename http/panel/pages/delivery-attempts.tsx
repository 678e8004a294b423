// The payload of a webhook delivery, and its attempts.

import type { Schemas } from '../api/index.ts';
import { openDialog } from '../forms/index.ts';
import { rowButton, table } from '../lists/index.ts';
import { button, code, count, facts, identifier, logMoment, named, scrolled, stateBadge } from '../shell/index.ts';
import { reason } from './delivery-parts.tsx';

export function attempts({ attempts: all }: Schemas['WebhookDeliveryDetail']) {
  if (all.length === 0) return <p class="soft">No attempts yet.</p>;
  return table(all, 'Attempts', {
    Attempt: ({ number }) => `Attempt ${count(number)}`,
    Outcome: ({ status }) => stateBadge(status),
    Response: ({ response_status: status }) => (status === null ? 'none' : code(String(status))),
    Duration: { number: ({ duration_ms: ms }) => (ms === null ? '–' : `${count(ms)} ms`) },
    Started: ({ started_at: started }) => logMoment(started),
    Actions: { actions: (attempt) => rowButton(['Show', () => openAttempt(attempt)], `attempt ${attempt.number}`) },
  });
}

function openAttempt(attempt: Schemas['WebhookAttempt']) {
  const { number, status, error, url, webhook_id: webhookId, response_status: answer, response_body: text } = attempt;
  openDialog(`Attempt ${number}`, (close) => [
    facts([
      ['Outcome', [stateBadge(status), error !== null && ` ${reason(error)}`]],
      ['Sent to', named(url)],
      ['webhook-id', identifier(webhookId)],
      ['Response', answer === null ? 'none' : code(String(answer))],
    ]),
    text !== null && text !== '' && <p>Start of the response body:</p>,
    text !== null && text !== '' && scrolled('The answer', text),
    <div class="buttons">{button('Close', close)}</div>,
  ]);
}

export function payload({ payload: text }: Schemas['WebhookDeliveryDetail']) {
  return (
    <details open class="payload">
      <summary>Payload</summary>
      {scrolled('Payload', indented(text))}
    </details>
  );
}

/** Returns JSON with line breaks, and other text as it is. */
function indented(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
