import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { choiceField } from '../forms/fields.ts';
import { list } from '../lists/list.ts';
import { href } from '../shell/address.ts';
import { h, icon } from '../shell/dom.ts';
import { count, moment } from '../shell/format.ts';
import { deliveriesPath, deliveryBadge, eventName, origins, reason, statusChoices } from './delivery-parts.ts';
import { testButton } from './webhook-test.ts';

export const deliveriesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook/deliveries',
  title: 'Webhook deliveries',
  role: 'owner',
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
      h('p', { class: 'up' }, h('a', { href: href(webhook) }, icon('back'), 'Webhook')),
      h('header', { class: 'section' }, h('h2', {}, 'Deliveries'), testButton(context)),
      h('p', { class: 'lead' }, 'The events of the last 30 days and their deliveries. Failed deliveries are retried.'),
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
  return [
    h('p', {}, h('strong', {}, 'No deliveries yet.')),
    isOn
      ? h('p', {}, 'The server sends an event when a file batch ends. Send a test event to try the webhook.')
      : h('p', {}, 'The project has no webhook. ', h('a', { href: webhook }, 'Set its address'), ' to get events.'),
  ];
}

function columns(
  context: ProjectContext,
): import('../lists/list.ts').ListOptions<Schemas['WebhookDelivery']>['columns'] {
  return [
    {
      title: 'Event',
      cell: ({ id, event_type: type, origin }) => [
        h('a', { href: href(`${deliveriesPath(context)}/${id}`) }, eventName(type)),
        h('p', { class: 'soft small' }, origins[origin]),
      ],
    },
    { title: 'Status', cell: ({ status }) => deliveryBadge(status) },
    {
      title: 'Last error',
      cell: ({ last_error: error, last_response_status: status }) =>
        h('span', { title: reason(error) }, error === null ? '–' : short(error, status)),
    },
    { title: 'Attempts', kind: 'number', cell: ({ attempt_count: attempts }) => count(attempts) },
    { title: 'Started', cell: ({ created_at: created }) => moment(created) },
  ];
}

function short(error: Schemas['WebhookError'], status: number | null) {
  if (status !== null && ['http_status', 'gone', 'redirect'].includes(error)) return `answered ${status}`;
  return error.replaceAll('_', ' ');
}
