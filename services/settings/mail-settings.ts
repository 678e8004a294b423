// The settings of the mail server.

import { setting } from './config-tree.ts';
import { boolean, integer, mailbox, oneOf, smtpParts, text } from './setting-values.ts';

export const smtp = {
  host: setting('SVC_SMTP_URL', text, '', { part: (url) => smtpParts(url).host }).about(
    'The host of the mail server; empty: none. The variable holds the whole URL: smtp://user:password@host:port, or smtps://…',
  ),
  port: setting('SVC_SMTP_URL', integer(1, 65535), 587, { part: (url) => smtpParts(url).port }).about(
    'The port of the mail server: by default 587, and 465 with smtps://.',
  ),
  user: setting('SVC_SMTP_URL', text, '', { part: (url) => smtpParts(url).user }).about(
    'The user that signs in to the mail server; empty: no sign-in.',
  ),
  password: setting('SVC_SMTP_URL', text, '', { secret: true, part: (url) => smtpParts(url).password }).about(
    'The password of that user.',
  ),
  secure: setting('SVC_SMTP_URL', boolean, false, { part: (url) => smtpParts(url).secure }).about(
    'Whether the connection uses TLS from its start (implicit TLS), as with smtps://.',
  ),
  starttls: setting('SVC_SMTP_STARTTLS', oneOf('auto', 'required', 'optional'), 'auto').about(
    'Whether a connection to smtp:// must use STARTTLS. auto: required, unless the mail server runs on this machine.',
  ),
  from: setting('SVC_SMTP_FROM', mailbox, '', { live: true }).about(
    'The sender of mails: an address, or Name <address>; empty: svc@ the host of SVC_PUBLIC_URL.',
  ),
} as const;
