import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { showSecret } from '../api/webhook-secret.ts';
import { confirmAction } from '../forms/confirm.ts';
import { openDialog } from '../forms/dialog.ts';
import { form } from '../forms/form.ts';
import { secretField, signingField, spendThresholdField, webhookUrlField } from '../forms/webhook-fields.ts';
import { href } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { h } from '../shell/dom.ts';
import { moment, named } from '../shell/format.ts';
import { deliveriesPath } from './delivery-parts.ts';
import { testButton } from './webhook-test.ts';

export const projectWebhookPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook',
  title: 'Webhook',
  label: 'Webhook',
  role: 'owner',
  render: (context) => [
    h(
      'header',
      { class: 'section' },
      h('h2', {}, 'Webhook'),
      h(
        'div',
        { class: 'buttons' },
        testButton(context),
        h('a', { href: href(deliveriesPath(context)) }, 'Deliveries'),
      ),
    ),
    h('p', { class: 'lead' }, 'Sends a signed request to your server when a file batch ends.'),
    ...(context.project.webhook_url === null ? [beginning(context)] : changing(context)),
  ],
};

function beginning(context: ProjectContext) {
  const url = webhookUrlField(null, 'send');
  const secret = secretField(() => true);
  return h(
    'section',
    { class: 'card' },
    form({
      // The API's default is `literal`, which no library verifies with the secret as shown.
      fields: [url, signingField('standard'), secret],
      submit: 'Add webhook',
      async run(body) {
        await save(context, body);
        announce('Deliveries go to ', named(url.input.value), ' from now on.');
        const made = secret.generated();
        if (made !== undefined) showSecret(made);
      },
    }),
  );
}

function changing(context: ProjectContext) {
  const { webhook_url: url, webhook_signing: signing, webhook_secret: mask } = context.project;
  const off = context.project.webhook_disabled_at;
  return [
    ...(off === null ? [] : [restarting(context, off)]),
    // If the secret is lost, a new URL would generate a secret that is never shown. So the form is hidden.
    ...(mask === null ? [] : [editing(context, url, signing), replacing(context, mask)]),
    h(
      'section',
      { class: 'card' },
      h('h3', {}, 'Remove webhook'),
      h('p', {}, 'Deletes the address and the secret. Events that occur without a webhook are not delivered later.'),
      h('button', { type: 'button', class: 'danger-text', click: () => confirmStop(context) }, 'Remove webhook'),
    ),
  ];
}

function editing(context: ProjectContext, url: string | null, signing: Schemas['WebhookSigning']) {
  return h(
    'section',
    { class: 'card' },
    form({
      fields: [
        webhookUrlField(url, 'send'),
        signingField(signing),
        spendThresholdField(context.project.spend_threshold_events),
      ],
      submit: 'Save',
      edits: true,
      async run(body) {
        await save(context, body);
        announce('The webhook is saved.');
      },
    }),
  );
}

function replacing(context: ProjectContext, mask: string) {
  return h(
    'section',
    { class: 'card' },
    h('h3', {}, 'Secret'),
    h('p', {}, h('code', { class: 'id' }, mask), ' It was shown once, when it was created.'),
    h('button', { type: 'button', click: () => openReplacement(context) }, 'Replace the secret'),
  );
}

const failedForDays = ' the webhook is disabled, because no delivery succeeded for five days.';
const secretIsLost =
  ' the webhook is disabled, because the server lost the secret. Set a new secret here and in the receiver.';

/** Returns the form that enables a webhook again after the server has disabled it. */
function restarting(context: ProjectContext, since: number) {
  const { webhook_url: url, webhook_secret: mask } = context.project;
  const secret = mask === null ? secretField(() => true) : undefined;
  return h(
    'section',
    { class: 'card' },
    h('h3', {}, 'Disabled'),
    form({
      fields: secret === undefined ? [] : [secret],
      layout: [
        h('p', {}, 'Since ', moment(since), secret === undefined ? failedForDays : secretIsLost),
        ...(secret === undefined ? [] : [secret.element]),
      ],
      submit: 'Enable webhook',
      async run(body) {
        await save(context, { webhook_url: url, ...body });
        announce('The webhook is enabled again.');
        const made = secret?.generated();
        if (made !== undefined) showSecret(made);
      },
    }),
  );
}

function openReplacement(context: ProjectContext) {
  const secret = secretField(() => true);
  openDialog('Replace the secret', (close) => [
    h('p', {}, 'The next delivery is signed with the new secret. Configure the receiver first.'),
    form({
      fields: [secret],
      submit: 'Replace the secret',
      cancel: close,
      async run(body) {
        await save(context, body);
        close();
        announce('The secret is replaced.');
        const made = secret.generated();
        if (made !== undefined) showSecret(made);
      },
    }),
  ]);
}

function confirmStop(context: ProjectContext) {
  confirmAction({
    title: 'Remove the webhook?',
    text: [
      'The project ',
      h('strong', {}, named(context.project.name)),
      ' no longer sends events to ',
      named(context.project.webhook_url),
      ', and the secret is deleted.',
    ],
    action: 'Remove webhook',
    run: () => save(context, { webhook_url: null }),
    onDone: () => announce('The webhook is removed.'),
  });
}

async function save({ api, project, reload }: ProjectContext, body: Record<string, unknown>) {
  await api.post('/v1/organization/projects/{project_id}', {
    params: { project_id: project.id },
    body: body as Schemas['UpdateProjectRequest'],
  });
  reload();
}
