import { may, type Page, type ProjectContext, type Schemas, saveProject } from '../api/index.ts';
import {
  confirmAction,
  form,
  secretField,
  signingField,
  spendThresholdField,
  webhookUrlField,
} from '../forms/index.ts';
import { button, card, facts, href, named, subheading } from '../shell/index.ts';
import { deliveriesPath, testButton } from './delivery-parts.tsx';
import { replacing, restarting } from './webhook-repair.tsx';

export const projectWebhookPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/webhook',
  title: 'Webhook',
  permission: 'webhooks.read',
  render: (context) => [
    subheading('Webhook', testButton(context), <a href={href(deliveriesPath(context))}>Deliveries</a>),
    <p class="lead">Sends a signed request to your server when a file batch ends.</p>,
    ...content(context),
  ],
};

function content(context: ProjectContext) {
  const { webhook_url: url } = context.project;
  if (!may(context, 'projects.write')) return [facts([['Address', named(url, 'none')]])];
  return url === null ? [beginning(context)] : changing(context);
}

function beginning(context: ProjectContext) {
  const secret = secretField(() => true);
  return card(
    undefined,
    form({
      // The API's default is `literal`, which no library verifies with the secret as shown.
      fields: [webhookUrlField(null, 'send'), signingField('standard'), secret],
      submit: 'Add webhook',
      run: (body) => saveProject(context, body).then(() => String(body.webhook_url)),
      onDone: secret.showOnce,
      notice: (address) => ['Deliveries go to ', named(address), ' from now on.'],
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
    card(
      <h3>Remove webhook</h3>,
      <p>Deletes the address and the secret. Events that occur without a webhook are not delivered later.</p>,
      button('Remove webhook', () => confirmStop(context), 'danger-text'),
    ),
  ];
}

function editing(context: ProjectContext, url: string | null, signing: Schemas['WebhookSigning']) {
  return card(
    undefined,
    form({
      fields: [
        webhookUrlField(url, 'send'),
        signingField(signing),
        spendThresholdField(context.project.spend_threshold_events),
      ],
      submit: 'Save',
      edits: true,
      run: (body) => saveProject(context, body),
      notice: 'The webhook is saved.',
    }),
  );
}

function confirmStop(context: ProjectContext) {
  confirmAction({
    title: 'Remove the webhook?',
    text: [
      'The project ',
      <strong>{named(context.project.name)}</strong>,
      ' no longer sends events to ',
      named(context.project.webhook_url),
      ', and the secret is deleted.',
    ],
    action: 'Remove webhook',
    run: () => saveProject(context, { webhook_url: null }),
    notice: 'The webhook is removed.',
  });
}
