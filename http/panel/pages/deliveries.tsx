import type { Child, Page, ProjectContext, Schemas } from '../api/index.ts';
import { choiceField } from '../forms/index.ts';
import { type Columns, list } from '../lists/index.ts';
import { backTo, count, href, logMoment, stateBadge, subheading } from '../shell/index.ts';
import { deliveriesPath, eventName, origins, reason, statusChoices, testButton } from './delivery-parts.tsx';

export const deliveriesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook/deliveries',
  title: 'Webhook deliveries',
  label: null,
  permission: 'webhooks.read',
  render(context) {
    const path = '/v1/organization/projects/{project_id}/webhook_deliveries';
    const status = choiceField({ name: 'status', label: 'Status', texts: { '': 'all', ...statusChoices } });
    const { element } = list(context, (window, chosen) => context.api.get(path, { query: { ...window, ...chosen } }), {
      of: ['delivery', 'deliveries'],
      filters: [status],
      empty: empty(context),
      columns: columns(context),
    });
    return [
      backTo(webhookPath(context), 'Webhook'),
      subheading('Deliveries', testButton(context)),
      <p class="lead">The events of the last 30 days and their deliveries. Failed deliveries are retried.</p>,
      element,
    ];
  },
};

function webhookPath({ organization, project }: ProjectContext) {
  return `/o/${organization.id}/projects/${project.id}/webhook`;
}

function empty(context: ProjectContext): [title: string, text: Child] {
  if (context.project.webhook_url !== null)
    return [
      'No deliveries yet.',
      'The server sends an event when a file batch ends. Send a test event to try the webhook.',
    ];
  const next = (
    <>
      The project has no webhook. <a href={href(webhookPath(context))}>Set its address</a> to get events.
    </>
  );
  return ['No deliveries yet.', next];
}

function columns(context: ProjectContext): Columns<Schemas['WebhookDelivery']> {
  return {
    Event: ({ id, event_type: type, origin }) => [
      <a href={href(`${deliveriesPath(context)}/${id}`)}>{eventName(type)}</a>,
      <p class="soft small">{origins[origin]}</p>,
    ],
    Status: ({ status }) => stateBadge(status),
    'Last error': ({ last_error: error, last_response_status: status }) => (
      <span title={reason(error)}>{error === null ? '–' : short(error, status)}</span>
    ),
    Attempts: { number: ({ attempt_count: attempts }) => count(attempts) },
    Started: ({ created_at: created }) => logMoment(created),
  };
}

function short(error: Schemas['WebhookError'], status: number | null) {
  if (status !== null && ['http_status', 'gone', 'redirect'].includes(error)) return `answered ${status}`;
  return error.replaceAll('_', ' ');
}
