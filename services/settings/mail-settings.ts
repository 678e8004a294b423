// The settings of the mail server.

import { setting } from './config-tree.ts';
import { boolean, integer, mailbox, oneOf, smtpParts, text } from './setting-values.ts';

export const smtp = {
  host: setting(
    'SVC_SMTP_URL',
    text,
    '',
    'The host of the mail server; empty: none. The variable holds the whole URL: smtp://user:password@host:port, or smtps://…',
    {
      part: (url) => smtpParts(url).host,
    },
  ),
  port: setting(
    'SVC_SMTP_URL',
    integer(1, 65535),
    587,
    'The port of the mail server: by default 587, and 465 with smtps://.',
    {
      part: (url) => smtpParts(url).port,
    },
  ),
  user: setting('SVC_SMTP_URL', text, '', 'The user that signs in to the mail server; empty: no sign-in.', {
    part: (url) => smtpParts(url).user,
  }),
  password: setting('SVC_SMTP_URL', text, '', 'The password of that user.', {
    secret: true,
    part: (url) => smtpParts(url).password,
  }),
  secure: setting(
    'SVC_SMTP_URL',
    boolean,
    false,
    'Whether the connection uses TLS from its start (implicit TLS), as with smtps://.',
    {
      part: (url) => smtpParts(url).secure,
    },
  ),
  starttls: setting(
    'SVC_SMTP_STARTTLS',
    oneOf('auto', 'required', 'optional'),
    'auto',
    'Whether a connection to smtp:// must use STARTTLS. auto: required, unless the mail server runs on this machine.',
  ),
  from: setting(
    'SVC_SMTP_FROM',
    mailbox,
    '',
    'The sender of mails: an address, or Name <address>; empty: svc@ the host of SVC_PUBLIC_URL.',
    { live: true },
  ),
} as const;
