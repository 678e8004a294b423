// The secret of a project's webhook is replaced, and a webhook that the server disabled is enabled again.

import { saveProject } from '../api/project.ts';
import type { ProjectContext } from '../api/types.ts';
import { form } from '../forms/form.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { secretField } from '../forms/webhook-fields.tsx';
import { announce } from '../shell/announce.tsx';
import { moment } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';

export function replacing(context: ProjectContext, mask: string) {
  return (
    <section class="card">
      <h3>Secret</h3>
      <p>
        <code class="id">{mask}</code> It was shown once, when it was created.
      </p>
      {button('Replace the secret', () => openReplacement(context))}
    </section>
  );
}

const failedForDays = ' the webhook is disabled, because no delivery succeeded for five days.';
const secretIsLost =
  ' the webhook is disabled, because the server lost the secret. Set a new secret here and in the receiver.';

/** Returns the form that enables a webhook again after the server has disabled it. */
export function restarting(context: ProjectContext, since: number) {
  const { webhook_url: url, webhook_secret: mask } = context.project;
  const secret = mask === null ? secretField(() => true) : undefined;
  return (
    <section class="card">
      <h3>Disabled</h3>
      {form({
        fields: secret === undefined ? [] : [secret],
        layout: [
          <p>
            Since {moment(since)}
            {secret === undefined ? failedForDays : secretIsLost}
          </p>,
          ...(secret === undefined ? [] : [secret.element]),
        ],
        submit: 'Enable webhook',
        async run(body) {
          await saveProject(context, { webhook_url: url, ...body });
          announce('The webhook is enabled again.');
          secret?.showOnce();
        },
      })}
    </section>
  );
}

function openReplacement(context: ProjectContext) {
  const secret = secretField(() => true);
  formDialog('Replace the secret', {
    lead: <p>The next delivery is signed with the new secret. Configure the receiver first.</p>,
    fields: [secret],
    submit: 'Replace the secret',
    run: (body) => saveProject(context, body),
    onDone() {
      announce('The secret is replaced.');
      secret.showOnce();
    },
  });
}
