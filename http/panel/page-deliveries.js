/** @import { ListWindow, Page, ProjectContext, Schemas } from './types.ts' */

import { href, visit } from './address.js';
import { announce } from './announce.js';
import {
  deliveriesPath,
  deliveryBadge,
  eventName,
  eventTypes,
  origins,
  reason,
  statusChoices,
} from './delivery-parts.js';
import { openDialog } from './dialog.js';
import { h, icon } from './dom.js';
import { choiceField } from './fields.js';
import { filters } from './filters.js';
import { form } from './form.js';
import { count, moment } from './format.js';
import { list } from './list.js';

/** @type {Page} */
export const deliveriesPage = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook/deliveries',
  title: 'Webhook deliveries',
  role: 'owner',
  render(context) {
    const { api, organization, project, query } = context;
    const choice = filters(query, [statusField()], () => void deliveries.restart());
    const deliveries = list(
      context,
      (/** @type {ListWindow} */ window) =>
        api.get('/v1/organization/projects/{project_id}/webhook_deliveries', {
          params: { project_id: project.id },
          query: { ...window, ...choice.values() },
        }),
      { label: 'Deliveries', filter: choice.values, empty: empty(context), columns: columns(context) },
    );
    const webhook = `/o/${organization.id}/projects/${project.id}/webhook`;
    return [
      h('p', { class: 'up' }, h('a', { href: href(webhook) }, icon('back'), 'Webhook')),
      h(
        'header',
        { class: 'section' },
        h('h2', {}, 'Deliveries'),
        project.webhook_url !== null &&
          h('button', { type: 'button', click: () => openTest(context) }, 'Send a test event'),
      ),
      h('p', { class: 'lead' }, 'The events of the last 30 days and their deliveries. Failed deliveries are retried.'),
      choice.element,
      deliveries.element,
    ];
  },
};

function statusField() {
  return choiceField({ name: 'status', label: 'Status', choices: [['', 'all'], ...statusChoices] });
}

/** @param {ProjectContext} context */
function empty({ organization, project }) {
  const isOn = project.webhook_url !== null;
  const webhook = href(`/o/${organization.id}/projects/${project.id}/webhook`);
  return [
    h('p', {}, h('strong', {}, 'No deliveries yet.')),
    isOn
      ? h('p', {}, 'The server sends an event when a file batch ends. Send a test event to try the webhook.')
      : h('p', {}, 'The project has no webhook. ', h('a', { href: webhook }, 'Set its address'), ' to get events.'),
  ];
}

/**
 * @param {ProjectContext} context
 * @returns {import('./list.js').ListOptions<Schemas['WebhookDelivery']>['columns']}
 */
function columns(context) {
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

/**
 * @param {Schemas['WebhookError']} error
 * @param {number | null} status
 */
function short(error, status) {
  if (status !== null && ['http_status', 'gone', 'redirect'].includes(error)) return `answered ${status}`;
  return error.replaceAll('_', ' ');
}

/** @param {ProjectContext} context */
function openTest(context) {
  const { api, project } = context;
  openDialog('Send a test event', (close) => [
    h('p', {}, 'The event is about a fictitious batch. It is signed and retried like any other event.'),
    form({
      fields: [choiceField({ name: 'type', label: 'Event', choices: eventTypes })],
      submit: 'Send the event',
      cancel: close,
      async run(body) {
        const { id } = await api.post('/v1/organization/projects/{project_id}/webhook_test', {
          params: { project_id: project.id },
          body: /** @type {Schemas['TestWebhookRequest']} */ (body),
        });
        close();
        visit(`${deliveriesPath(context)}/${id}`);
        announce('The test event was sent.');
      },
    }),
  ]);
}
