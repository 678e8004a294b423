// The attempts of a webhook delivery.

import type { Schemas } from '../api/types.ts';
import { openDialog } from '../forms/dialog.ts';
import { table } from '../lists/table.tsx';
import { identifier } from '../shell/copy.tsx';
import { h } from '../shell/dom.ts';
import { code, count, facts, moment, named } from '../shell/format.tsx';
import { attemptBadge, reason } from './delivery-parts.ts';

export function attempts({ attempts: all }: Schemas['WebhookDeliveryDetail']) {
  if (all.length === 0) return h('p', { class: 'soft' }, 'No attempts yet.');
  return table(all, {
    label: 'Attempts',
    columns: [
      { title: 'Attempt', cell: ({ number }) => `Attempt ${count(number)}` },
      { title: 'Outcome', cell: ({ status }) => attemptBadge(status) },
      { title: 'Response', cell: ({ response_status: status }) => (status === null ? 'none' : code(String(status))) },
      { title: 'Duration', kind: 'number', cell: ({ duration_ms: ms }) => (ms === null ? '–' : `${count(ms)} ms`) },
      { title: 'Started', cell: ({ started_at: started }) => moment(started) },
      {
        title: 'Actions',
        kind: 'actions',
        cell: (attempt) =>
          h(
            'button',
            { type: 'button', 'aria-label': `Show attempt ${attempt.number}`, click: () => openAttempt(attempt) },
            'Show',
          ),
      },
    ],
  });
}

function openAttempt(attempt: Schemas['WebhookAttempt']) {
  const { number, status, error, url, webhook_id: webhookId, response_status: answer, response_body: text } = attempt;
  openDialog(`Attempt ${number}`, (close) =>
    [
      facts([
        ['Outcome', [attemptBadge(status), error !== null && ` ${reason(error)}`]],
        ['Sent to', named(url)],
        ['webhook-id', identifier(webhookId)],
        ['Response', answer === null ? 'none' : code(String(answer))],
      ]),
      text !== null &&
        text !== '' && [
          h('p', {}, 'Start of the response body:'),
          h('pre', { class: 'text', tabindex: 0, role: 'group', 'aria-label': 'The answer' }, text),
        ],
      h('div', { class: 'buttons' }, h('button', { type: 'button', click: close }, 'Close')),
    ].flat(),
  );
}
