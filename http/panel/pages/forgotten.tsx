import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Page, publicApi } from '../api/index.ts';
import { emailField, form } from '../forms/index.ts';
import { href, setting } from '../shell/index.ts';
import { passwordsOff } from './providers.tsx';

export const forgottenPage: Page = {
  scope: 'public',
  path: '/forgotten',
  title: 'Reset your password',
  render: () =>
    setting('passwords') === 'none' ? (
      passwordsOff()
    ) : (
      <div class="narrow">{setting('sends-mail') === 'yes' ? <Forgotten /> : noMail()}</div>
    ),
};

function Forgotten() {
  const [address, setAddress] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), [address]);
  const ask = form({
    fields: [emailField()],
    submit: 'Send reset link',
    beside: [back],
    async run(body) {
      const email = String(body.email).trim();
      await publicApi.post('/v1/reset_password', { body: { email } });
      return email;
    },
    onDone: setAddress,
  });
  return (
    <>
      <h1 tabIndex={-1} ref={title}>
        {address === undefined ? 'Reset your password' : 'Check your mail'}
      </h1>
      {address === undefined ? [<p>Enter your e-mail address to get a mail with a reset link.</p>, ask] : sent(address)}
    </>
  );
}

const back = <a href={href('/')}>Back to sign in</a>;

function noMail() {
  return [
    <h1>Reset your password</h1>,
    <p>This server cannot send mail. Ask its operator for a link to set a new password.</p>,
    <p>
      The operator creates the link with <code>svc server password-reset --link</code> and does not see the password
      that you choose.
    </p>,
    <p>{back}</p>,
  ];
}

function sent(address: string) {
  return [
    <p>
      If an account with{' '}
      <bdi>
        <strong>{address}</strong>
      </bdi>{' '}
      exists, the server sent a link to it. The link works once and expires after an hour.
    </p>,
    <p>
      No mail? Check the spam folder, or{' '}
      <a href={href('/forgotten')} onClick={() => location.reload()}>
        request another
      </a>
      .
    </p>,
    <p>{back}</p>,
  ];
}
