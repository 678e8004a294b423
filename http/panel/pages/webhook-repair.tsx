// The secret of a project's webhook is replaced, and a webhook that the server disabled is enabled again.

import { type ProjectContext, saveProject } from '../api/index.ts';
import { form, formDialog, secretField } from '../forms/index.ts';
import { button, card, moment } from '../shell/index.ts';

export function replacing(context: ProjectContext, mask: string) {
  return card(
    <h3>Secret</h3>,
    <p>
      <code class="id">{mask}</code> It was shown once, when it was created.
    </p>,
    button('Replace the secret', () => openReplacement(context)),
  );
}

const failedForDays = ' the webhook is disabled, because no delivery succeeded for five days.';
const secretIsLost =
  ' the webhook is disabled, because the server lost the secret. Set a new secret here and in the receiver.';

/** Returns the form that enables a webhook again after the server has disabled it. */
export function restarting(context: ProjectContext, since: number) {
  const { webhook_url: url, webhook_secret: mask } = context.project;
  const secret = mask === null ? secretField(() => true) : undefined;
  return card(
    <h3>Disabled</h3>,
    <p>
      Since {moment(since)}
      {secret === undefined ? failedForDays : secretIsLost}
    </p>,
    form({
      fields: secret === undefined ? [] : [secret],
      submit: 'Enable webhook',
      run: (body) => saveProject(context, { webhook_url: url, ...body }),
      onDone: secret?.showOnce,
      notice: 'The webhook is enabled again.',
    }),
  );
}

function openReplacement(context: ProjectContext) {
  const secret = secretField(() => true);
  formDialog('Replace the secret', {
    lead: <p>The next delivery is signed with the new secret. Configure the receiver first.</p>,
    fields: [secret],
    submit: 'Replace the secret',
    run: (body) => saveProject(context, body),
    onDone: secret.showOnce,
    notice: 'The secret is replaced.',
  });
}
