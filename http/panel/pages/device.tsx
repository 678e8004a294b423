// Approves a sign-in on a device without a browser. The reader compares the code with the device, because a stranger can
// send anybody the address of this page with a code of their own.

import { byCookie, signOut } from '../api/session.ts';
import type { AccountContext, Child, Page, Schemas } from '../api/types.ts';
import { ApiError } from '../api/wire.ts';
import { textField } from '../forms/fields.tsx';
import { form } from '../forms/form.tsx';
import { facts, code as inCode, moment, named } from '../shell/format.tsx';
import { card, heading } from '../shell/heading.tsx';
import { type Shared, shared, uniqueId } from '../shell/shared.ts';

type DeviceSignIn = Schemas['DeviceSignIn'];

const unknownCode = 'No device waits with this code. Compare it with the device. Codes work for 10 minutes, and once.';

export const devicePage: Page = {
  scope: 'account',
  path: '/device',
  title: 'Sign in on a device',
  render(context) {
    const place = shared<Child>(undefined);
    place.set(codeForm(context, place.set));
    return [
      heading('Sign in on a device', { lead: 'A command line or program shows a code and waits for your approval.' }),
      <Step key={uniqueId('step')} place={place} />,
    ];
  },
};

/** Shows the step of the approval. */
type Show = (step: Child) => void;

function Step({ place }: { place: Shared<Child> }) {
  return <div>{place.use()}</div>;
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
