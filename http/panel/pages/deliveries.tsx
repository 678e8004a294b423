import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { choiceField } from '../forms/fields.tsx';
import type { ListOptions } from '../lists/list.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { href } from '../shell/address.ts';
import { count, moment } from '../shell/format.tsx';
import { backTo } from '../shell/heading.tsx';
import { deliveriesPath, deliveryBadge, eventName, origins, reason, statusChoices } from './delivery-parts.ts';
import { testButton } from './webhook-test.tsx';

export const deliveriesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook/deliveries',
  title: 'Webhook deliveries',
  permission: 'webhooks.read',
  render(context) {
    const { api, organization, project } = context;
    const deliveries = list(
      context,
      (window, chosen) =>
        api.get('/v1/organization/projects/{project_id}/webhook_deliveries', {
          params: { project_id: project.id },
          query: { ...window, ...chosen },
        }),
      { of: ['delivery', 'deliveries'], filters: [statusField()], empty: empty(context), columns: columns(context) },
    );
    const webhook = `/o/${organization.id}/projects/${project.id}/webhook`;
    return [
      backTo(webhook, 'Webhook'),
      <header class="section">
        <h2>Deliveries</h2>
        {testButton(context)}
      </header>,
      <p class="lead">The events of the last 30 days and their deliveries. Failed deliveries are retried.</p>,
      deliveries.element,
    ];
  },
};

function statusField() {
  return choiceField({ name: 'status', label: 'Status', choices: [['', 'all'], ...statusChoices] });
}

function empty({ organization, project }: ProjectContext) {
  const isOn = project.webhook_url !== null;
  const webhook = href(`/o/${organization.id}/projects/${project.id}/webhook`);
  const next = isOn ? (
    'The server sends an event when a file batch ends. Send a test event to try the webhook.'
  ) : (
    <>
      The project has no webhook. <a href={webhook}>Set its address</a> to get events.
    </>
  );
  return nothing('No deliveries yet.', next);
}

function columns(context: ProjectContext): ListOptions<Schemas['WebhookDelivery']>['columns'] {
  return [
    {
      title: 'Event',
      cell: ({ id, event_type: type, origin }) => [
        <a href={href(`${deliveriesPath(context)}/${id}`)}>{eventName(type)}</a>,
        <p class="soft small">{origins[origin]}</p>,
      ],
    },
    { title: 'Status', cell: ({ status }) => deliveryBadge(status) },
    {
      title: 'Last error',
      cell: ({ last_error: error, last_response_status: status }) => (
        <span title={reason(error)}>{error === null ? '–' : short(error, status)}</span>
      ),
    },
    { title: 'Attempts', kind: 'number', cell: ({ attempt_count: attempts }) => count(attempts) },
    { title: 'Started', cell: ({ created_at: created }) => moment(created) },
  ];
}

function short(error: Schemas['WebhookError'], status: number | null) {
  if (status !== null && ['http_status', 'gone', 'redirect'].includes(error)) return `answered ${status}`;
  return error.replaceAll('_', ' ');
}
