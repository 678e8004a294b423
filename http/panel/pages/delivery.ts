import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { confirmAction } from '../forms/confirm.tsx';
import { href, visit } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { identifier } from '../shell/copy.tsx';
import { fill, h } from '../shell/dom.ts';
import { code, facts, moment, named } from '../shell/format.tsx';
import { icon } from '../shell/icon.tsx';
import { attempts } from './delivery-attempts.ts';
import { deliveriesPath, deliveryBadge, eventName, origins, reason } from './delivery-parts.ts';

type Delivery = Schemas['WebhookDeliveryDetail'];

const lookMs = 2000;
/** The page does not poll if the next attempt is further away than this. */
const nearSeconds = 60;

export const deliveryPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook/deliveries/:delivery',
  title: 'Webhook delivery',
  role: 'owner',
  async render(context) {
    const { project } = context;
    const delivery = await read(context);
    const body = h('div', {});
    show(delivery);
    return [
      h('p', { class: 'up' }, h('a', { href: href(deliveriesPath(context)) }, icon('back'), 'Deliveries')),
      h(
        'header',
        { class: 'section' },
        h('h2', {}, eventName(delivery.event_type)),
        project.webhook_url !== null &&
          h('button', { type: 'button', click: () => confirmResend(context, delivery) }, 'Resend'),
      ),
      body,
      h(
        'details',
        { open: true, class: 'payload' },
        h('summary', {}, 'Payload'),
        h('pre', { class: 'text', tabindex: 0, role: 'group', 'aria-label': 'Payload' }, indented(delivery.payload)),
      ),
    ];

    function show(now: Delivery) {
      fill(body, description(now), h('h3', { class: 'section' }, 'Attempts'), attempts(now));
      if (isNear(now)) setTimeout(() => void look(now), lookMs);
    }

    async function look(before: Delivery) {
      if (context.signal.aborted) return;
      const now = await read(context).catch(() => before);
      if (context.signal.aborted) return;
      if (JSON.stringify(now) === JSON.stringify(before)) setTimeout(() => void look(before), lookMs);
      else show(now);
    }
  },
};

/** Returns JSON with line breaks, and other text as it is. */
function indented(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function read({ api, project, params }: ProjectContext) {
  return api.get('/v1/organization/projects/{project_id}/webhook_deliveries/{delivery_id}', {
    params: { project_id: project.id, delivery_id: params.delivery ?? '' },
  });
}

/** Returns whether a change of the delivery is expected soon. */
function isNear({ status, next_attempt_at: next }: Delivery) {
  return status === 'pending' && (next === null || next - Date.now() / 1000 < nearSeconds);
}

function description(delivery: Delivery) {
  const { status, last_error: error, next_attempt_at: next } = delivery;
  return facts([
    ['Status', [deliveryBadge(status), error !== null && ` ${reason(error)}`]],
    ['Id', identifier(delivery.id)],
    ['Event', [identifier(delivery.event_id), h('br'), code(delivery.event_type)]],
    ['Cause', origins[delivery.origin]],
    ['Started', moment(delivery.created_at)],
    status === 'pending' ? ['Next attempt', moment(next, 'in progress')] : ['Ended', moment(delivery.ended_at)],
  ]);
}

function confirmResend(context: ProjectContext, { id }: Delivery) {
  const { api, project } = context;
  let sent = '';
  confirmAction({
    title: 'Resend the event?',
    text: [named(project.webhook_url), ' gets the same body again, with the same event id.'],
    action: 'Resend',
    dangerous: false,
    async run() {
      const again = await api.post('/v1/organization/projects/{project_id}/webhook_deliveries/{delivery_id}/resend', {
        params: { project_id: project.id, delivery_id: id },
      });
      sent = again.id;
    },
    onDone() {
      visit(`${deliveriesPath(context)}/${sent}`);
      announce('The event was resent. This is the new delivery.');
    },
  });
}
