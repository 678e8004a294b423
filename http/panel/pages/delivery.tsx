import { useEffect, useState } from 'preact/hooks';
import { may, type Page, type ProjectContext, type Schemas } from '../api/index.ts';
import { confirmAction } from '../forms/index.ts';
import {
  backTo,
  button,
  code,
  facts,
  identifier,
  logMoment,
  named,
  stateBadge,
  subheading,
  visit,
} from '../shell/index.ts';
import { attempts, payload } from './delivery-attempts.tsx';
import { deliveriesPath, eventName, origins, reason } from './delivery-parts.tsx';

type Delivery = Schemas['WebhookDeliveryDetail'];

const path = '/v1/organization/projects/{project_id}/webhook_deliveries/{delivery_id}';
const lookMs = 2000;
/** The page does not poll if the next attempt is further away than this. */
const nearSeconds = 60;

export const deliveryPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook/deliveries/:delivery',
  title: 'Webhook delivery',
  label: null,
  permission: 'webhooks.read',
  async render(context) {
    const delivery = await read(context);
    return [
      backTo(deliveriesPath(context), 'Deliveries'),
      subheading(
        eventName(delivery.event_type),
        context.project.webhook_url !== null &&
          may(context, 'webhooks.write') &&
          button('Resend', () => confirmResend(context, delivery)),
      ),
      <State context={context} first={delivery} />,
      payload(delivery),
    ];
  },
};

/** The state and the attempts, which follow the delivery while a change is near. */
function State({ context, first }: { context: ProjectContext; first: Delivery }) {
  const [now, setNow] = useState(first);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isNear(now)) return;
    const look = async () => {
      const next = await read(context).catch(() => now);
      if (context.signal.aborted) return;
      if (JSON.stringify(next) === JSON.stringify(now)) setLooks(looks + 1);
      else setNow(next);
    };
    const timer = setTimeout(() => !context.signal.aborted && void look(), lookMs);
    return () => clearTimeout(timer);
  }, [now, looks]);
  return (
    <div>
      {description(now)}
      <h3 class="section">Attempts</h3>
      {attempts(now)}
    </div>
  );
}

function read({ api, params }: ProjectContext) {
  return api.get(path, { params: { delivery_id: params.delivery ?? '' } });
}

/** Returns whether a change of the delivery is expected soon. */
function isNear({ status, next_attempt_at: next }: Delivery) {
  return status === 'pending' && (next === null || next - Date.now() / 1000 < nearSeconds);
}

function description(delivery: Delivery) {
  const { status, last_error: error, next_attempt_at: next } = delivery;
  return facts([
    ['Status', [stateBadge(status), error !== null && ` ${reason(error)}`]],
    ['Id', identifier(delivery.id)],
    ['Event', [identifier(delivery.event_id), <br />, code(delivery.event_type)]],
    ['Cause', origins[delivery.origin]],
    ['Started', logMoment(delivery.created_at)],
    status === 'pending' ? ['Next attempt', logMoment(next, 'in progress')] : ['Ended', logMoment(delivery.ended_at)],
  ]);
}

function confirmResend(context: ProjectContext, { id }: Delivery) {
  const { api, project } = context;
  confirmAction({
    title: 'Resend the event?',
    text: [named(project.webhook_url), ' gets the same body again, with the same event id.'],
    action: 'Resend',
    dangerous: false,
    run: () => api.post(`${path}/resend`, { params: { delivery_id: id } }),
    onDone: (again) => visit(`${deliveriesPath(context)}/${again.id}`),
    notice: 'The event was resent. This is the new delivery.',
  });
}
