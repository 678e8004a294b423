/** @import { Page, ProjectContext, Schemas } from './types.ts' */

import { href } from './address.js';
import { announce } from './announce.js';
import { confirmAction } from './confirm.js';
import { deliveriesPath } from './delivery-parts.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { form } from './form.js';
import { moment, named } from './format.js';
import { secretField, signingField, spendThresholdField, webhookUrlField } from './webhook-fields.js';
import { showSecret } from './webhook-secret.js';
import { testButton } from './webhook-test.js';

/** @type {Page} */
export const projectWebhookPage = {
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

/** @param {ProjectContext} context */
function beginning(context) {
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

/** @param {ProjectContext} context */
function changing(context) {
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

/**
 * @param {ProjectContext} context
 * @param {string | null} url
 * @param {Schemas['WebhookSigning']} signing
 */
function editing(context, url, signing) {
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

/**
 * @param {ProjectContext} context
 * @param {string} mask
 */
function replacing(context, mask) {
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

/**
 * Returns the form that enables a webhook again after the server has disabled it.
 * @param {ProjectContext} context
 * @param {number} since
 */
function restarting(context, since) {
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

/** @param {ProjectContext} context */
function openReplacement(context) {
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

/** @param {ProjectContext} context */
function confirmStop(context) {
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

/**
 * @param {ProjectContext} context
 * @param {Record<string, unknown>} body
 */
async function save({ api, project, reload }, body) {
  await api.post('/v1/organization/projects/{project_id}', {
    params: { project_id: project.id },
    body: /** @type {Schemas['UpdateProjectRequest']} */ (body),
  });
  reload();
}
