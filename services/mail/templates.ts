// The texts of all mails.

import { pageLink, type Site } from '../platform/index.ts';
import type { Content } from './layout.ts';

/** A mail by its kind, with the recipient and the values of its template. Times are in Unix seconds. */
export type MailMessage =
  | { kind: 'password_reset'; to: string; token: string; expiresAt: number }
  | { kind: 'password_off'; to: string; expiresAt: number }
  | { kind: 'password_changed'; to: string; changedAt: number; keys: string[]; expiresAt: number }
  | {
      kind: 'password_link_created';
      to: string;
      /** As `personIn` returns it. */
      by: string;
      expiresAt: number;
    }
  | {
      /** `invitation` asks a user with an account to accept, `registration` asks a new user to register. */
      kind: 'invitation' | 'registration';
      to: string;
      token: string;
      expiresAt: number;
      organization: string;
      /** As `personIn` returns it. */
      inviter: string;
    }
  | { kind: 'webhook_disabled'; to: string; project: string; projectId: string; address: string; expiresAt: number }
  | {
      kind: 'spend_threshold';
      to: string;
      project: string;
      projectId: string;
      /** Percent of the limit. */
      threshold: number;
      /** US cents. */
      limit: number;
      /** US dollars. */
      spent: number;
      expiresAt: number;
    }
  | {
      kind: 'spend_alert';
      to: string;
      /** The organization or the project. */
      name: string;
      id: string;
      prefix: string | null;
      /** US cents. */
      threshold: number;
      /** US dollars. */
      spent: number;
      expiresAt: number;
    };

/**
 * Fills the template of a mail. Links lead to the panel, and carry the token in the fragment, which browsers do not
 * send to servers.
 */
export function renderTemplate(message: MailMessage, site: Site): Content {
  switch (message.kind) {
    case 'password_reset':
      return passwordReset(message, site);
    case 'password_off':
      return passwordOff(site);
    case 'password_changed':
      return passwordChanged(message);
    case 'password_link_created':
      return passwordLinkCreated(message);
    case 'invitation':
    case 'registration':
      return invitation(message, site);
    case 'webhook_disabled':
      return webhookDisabled(message);
    case 'spend_threshold':
      return spendThreshold(message);
    case 'spend_alert':
      return spendAlert(message);
  }
}

type MessageOf<Kind extends MailMessage['kind']> = Extract<MailMessage, { kind: Kind }>;

function passwordReset({ token, expiresAt }: MessageOf<'password_reset'>, site: Site): Content {
  return {
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: ['Somebody, probably you, asked for a new password for your account.'],
    action: { label: 'Set a new password', url: pageLink(site, 'reset', token) },
    notes: [
      `The link works once, until ${time(expiresAt)}.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  };
}

function passwordOff(site: Site): Content {
  return {
    subject: 'Sign in without a password',
    heading: 'Sign in without a password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for your account. Passwords are switched off for it: sign in by the identity provider of your organization.',
    ],
    action: { label: 'Sign in', url: `${site.url}/panel` },
    notes: ['If it was not you, do nothing.'],
  };
}

function passwordChanged({ changedAt, keys }: MessageOf<'password_changed'>): Content {
  return {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `A new password was set for your account by a link in a mail, on ${time(changedAt)}. Everyone who was signed in to it is signed out.`,
      'If it was not you, somebody can read your mail: secure your mailbox first, then set another password, and tell an administrator of the server.',
      ...(keys.length === 0 ? [] : ['These API keys were made by you and still work:']),
    ],
    items: keys.map(plain),
    notes: [],
  };
}

function passwordLinkCreated({ by, expiresAt }: MessageOf<'password_link_created'>): Content {
  return {
    subject: 'A password link was created for your account',
    heading: 'A password link was created for your account',
    paragraphs: [
      `The administrator ${oneLine(by)} created a link that sets a new password for your account. Whoever has the link can use it once, until ${time(expiresAt)}.`,
      'If you did not ask for it, ask the administrator why. Your password works until the link is used.',
    ],
    notes: [],
  };
}

function invitation(message: MessageOf<'invitation' | 'registration'>, site: Site): Content {
  const organization = `“${plain(message.organization)}”`;
  const invited = `${oneLine(message.inviter)} invites you to the organization ${organization}.`;
  const until = `The link works once, until ${time(message.expiresAt)}.`;
  const ignore = 'If you did not expect this, do nothing.';
  const base = { subject: `Invitation to ${organization}`, heading: `Join ${organization}`, notes: [until, ignore] };
  if (message.kind === 'invitation') {
    return {
      ...base,
      paragraphs: [invited, `Sign in as ${message.to} to accept.`],
      action: { label: 'Accept the invitation', url: pageLink(site, 'invitation', message.token) },
    };
  }
  return {
    ...base,
    paragraphs: [invited, `You have no account here yet: it is made with the address ${message.to} when you accept.`],
    action: { label: 'Create your account', url: pageLink(site, 'register', message.token) },
  };
}

function webhookDisabled({ project, projectId, address }: MessageOf<'webhook_disabled'>): Content {
  return {
    subject: `The webhook of “${plain(project)}” was switched off`,
    heading: 'A webhook was switched off',
    paragraphs: [
      `No delivery to ${oneLine(address)} has succeeded for five days, so the server sends no more.`,
      'Repair the receiver, then update the project: any change of its webhook address switches the webhook on again, and deliveries of the last days can be sent once more.',
    ],
    items: [`Project: ${plain(project)}`, projectId],
    notes: ['You get this mail because you are the owner of the organization.'],
  };
}

function spendAlert({ name, id, prefix, threshold, spent }: MessageOf<'spend_alert'>): Content {
  const amount = `$${(threshold / 100).toFixed(2)}`;
  const start = prefix === null || prefix === '' ? '' : `${plain(prefix)} `;
  return {
    subject: `${start}“${plain(name)}” has spent ${amount} this month`,
    heading: 'A spend alert is reached',
    paragraphs: [
      `Model calls have cost $${spent.toFixed(2)} this month (UTC). The alert is set to ${amount}. The server still accepts calls.`,
    ],
    items: [plain(name), id],
    notes: ['You get this mail, once a month, because an owner of the organization set your address in a spend alert.'],
  };
}

function spendThreshold({ project, projectId, threshold, limit, spent }: MessageOf<'spend_threshold'>): Content {
  const dollars = `$${(limit / 100).toFixed(2)}`;
  return {
    subject: `“${plain(project)}” has reached ${threshold} % of its spend limit`,
    heading: `${threshold} % of a spend limit is reached`,
    paragraphs: [
      `Model calls have cost $${spent.toFixed(2)} this month (UTC). The project's limit is ${dollars} a month.`,
      threshold < 100
        ? 'When the limit is reached, the server refuses further model calls until the month ends or the limit is raised.'
        : 'The server refuses further model calls until the month ends or the limit is raised.',
    ],
    items: [`Project: ${plain(project)}`, projectId],
    notes: ['You get this mail, once a month for each threshold, because you are an owner of the organization.'],
  };
}

/** Returns how mails call a person: by the name, of which no mail client makes a link, and the address. */
export function personIn({ name, email }: { name: string | null; email: string }): string {
  return name === null ? email : `${plain(name)} (${email})`;
}

/**
 * Returns a name on one line, of which no mail client makes a link. Users choose names, and a mail of this server must
 * not carry an address that a stranger chose.
 */
function plain(name: string): string {
  return oneLine(name)
    .replaceAll('://', ': / /')
    .replace(/(?<=[\p{L}\p{N}\p{M}\p{Cf}])([.\u3002\uFF0E\uFF61])(?=[\p{L}\p{N}\p{Cf}])/gu, '$1 ');
}

/** Returns a text on one line and without characters that change the text direction. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .trim();
}

function time(seconds: number): string {
  // Made for each mail: it takes 10 ms, which each start of a server would spend.
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(seconds * 1000)} UTC`;
}
