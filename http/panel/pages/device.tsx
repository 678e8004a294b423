// Approves a sign-in on a device without a browser. The reader compares the code with the device, because a stranger can
// send anybody the address of this page with a code of their own.

import { useState } from 'preact/hooks';
import { type AccountContext, ApiError, byCookie, type Child, type Page, type Schemas, signOut } from '../api/index.ts';
import { form, textField } from '../forms/index.ts';
import { card, facts, heading, code as inCode, moment, named, uniqueId } from '../shell/index.ts';

type DeviceSignIn = Schemas['DeviceSignIn'];

const unknownCode = 'No device waits with this code. Compare it with the device. Codes work for 10 minutes, and once.';

export const devicePage: Page = {
  scope: 'account',
  path: '/device',
  title: 'Sign in on a device',
  render(context) {
    const lead = 'A command line or program shows a code and waits for your approval.';
    return [heading('Sign in on a device', { lead }), <Steps key={uniqueId('steps')} context={context} />];
  },
};

/** Shows the step of the approval. */
type Show = (step: Child) => void;

function Steps({ context }: { context: AccountContext }) {
  const [step, show] = useState<Child>();
  return <div>{step ?? codeForm(context, show)}</div>;
}

function codeForm({ query, account }: AccountContext, show: Show) {
  const field = textField({
    name: 'user_code',
    label: 'Code',
    hint: 'As the device shows it: eight letters.',
    value: query.get('code') ?? '',
  });
  return form({
    fields: [field],
    submit: 'Continue',
    async run(body) {
      const given = String(body.user_code).trim();
      try {
        const found = await byCookie<DeviceSignIn>('/auth/device/request', { user_code: given });
        show(decision(given, found, account, show));
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (code === 'not_found') return field.setProblem(unknownCode);
        if (code !== 'sign_in_again') throw error;
        show(again());
      }
    },
  });
}

function decision(given: string, found: DeviceSignIn, account: Schemas['Account'], show: Show) {
  const decide = async (choice: 'approve' | 'deny') => {
    await byCookie('/auth/device/decision', { user_code: given, decision: choice });
    const text =
      choice === 'approve'
        ? 'The device is signed in. You can close this page. Your account lists its session, and ends it.'
        : 'The device is refused. Nothing was signed in.';
    show(<p role="status">{text}</p>);
  };
  return card(
    <h2>Sign in this device as {account.email}?</h2>,
    facts([
      ['Code', inCode(given.toUpperCase())],
      ['Device', named(found.client_name)],
      ['Address', inCode(found.address)],
      ['Since', moment(found.created_at)],
    ]),
    <p>
      Approve it only if you started this sign-in yourself, and the device shows the same code. It can do everything
      that you can.
    </p>,
    <div class="buttons">
      {form({ fields: [], submit: 'Approve', run: () => decide('approve') })}
      {form({ fields: [], submit: 'Deny', dangerous: true, run: () => decide('deny') })}
    </div>,
  );
}

function again() {
  return card(
    <h2>Sign in again</h2>,
    <p>Your sign-in is older than 15 minutes. After a new one you are back on this page.</p>,
    form({ fields: [], submit: 'Sign in again', run: signOut }),
  );
}
