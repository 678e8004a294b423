// Texts for errors: what happened, and what to do.

import type { Schemas } from '../api/types.ts';
import { ApiError } from '../api/wire.ts';
import { count } from './format.tsx';

type Explanation = { title: string; advice: string; retry: boolean };

const byCode: Record<string, Explanation> = {
  insufficient_permissions: {
    title: 'You do not have permission to do this.',
    advice: 'Ask an owner of the organization to do it, or to change your role.',
    retry: false,
  },
  mismatched_organization: {
    title: 'You have no access to this organization.',
    advice: 'It may have been deleted, or you are no longer a member.',
    retry: false,
  },
  mismatched_project: {
    title: 'You have no access to this project.',
    advice: 'It may have been deleted, or belong to another organization.',
    retry: false,
  },
  project_archived: {
    title: 'The project is archived.',
    advice: 'An owner of the organization can make it active again, in its settings.',
    retry: false,
  },
  not_found: {
    title: 'This no longer exists.',
    advice: 'It may have been deleted. Reload the page.',
    retry: false,
  },
  invalid_login: { title: 'Wrong e-mail address or password.', advice: 'Check both, and try again.', retry: false },
  token_invalid: {
    title: 'The link no longer works.',
    advice: 'It is used, expired, or replaced by a newer one. Request a new link.',
    retry: false,
  },
  setting_is_fixed: {
    title: 'An environment variable of the server sets this.',
    advice: 'The operator can change the variable and restart the server.',
    retry: false,
  },
  upstream_failed: {
    title: 'The upstream of the model failed.',
    advice: 'Try again, or choose another model. An admin of this server sees the reason under "Upstreams".',
    retry: true,
  },
  upstream_timeout: {
    title: 'The upstream of the model timed out.',
    advice: 'Try again, or ask for a shorter answer.',
    retry: true,
  },
  smtp_not_configured: {
    title: 'This server cannot send mail.',
    advice: 'Create a link and pass it on, or ask the operator to set SVC_SMTP_URL.',
    retry: false,
  },
};

export function explain(error: unknown): Explanation {
  if (!(error instanceof ApiError)) {
    return { title: 'The panel failed.', advice: 'Reload the page. If it happens again, report it.', retry: false };
  }
  const known = byCode[error.code];
  if (known !== undefined) return known;
  if (error.status === 0) {
    return { title: 'The server cannot be reached.', advice: 'Check your connection, then try again.', retry: true };
  }
  if (error.status === 429) return { title: 'Too many attempts.', advice: error.message, retry: true };
  if (error.status === 503) {
    return { title: 'The server is not available at the moment.', advice: 'Try again in a moment.', retry: true };
  }
  if (error.status >= 500) {
    const advice = 'Try again. If it happens again, report the request id to the operator of the server.';
    return { title: 'The server failed.', advice, retry: true };
  }
  if (error.issues.length > 0)
    return { title: 'The server refused this.', advice: namedText(error.issues), retry: false };
  // Signed out: a retry opens the sign-in.
  return { title: error.message, advice: '', retry: error.status === 401 };
}

/** Returns the error text for one field. */
export function issueText(issues: Schemas['ValidationIssue'][]) {
  return [...new Set(issues.map(oneIssue))].join(' ');
}

/** Returns the text for issues that no field shows: each begins with the name of what it is about. */
function namedText(issues: Schemas['ValidationIssue'][]) {
  return [...new Set(issues.map((issue) => `${nameOf(issue.loc)}: ${oneIssue(issue)}`))].join(' ');
}

/** Returns the name of a value as a label has it: `webhook_url` becomes “Webhook url”. */
function nameOf(loc: string[]) {
  const name = (loc.slice(1).findLast((part) => !/^\d+$/.test(part)) ?? 'request').replaceAll(/[_-]/g, ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function oneIssue({ loc, type, msg, input, ctx }: Schemas['ValidationIssue']) {
  if (input === '') return empty;
  const place = loc.slice(2).filter((part) => /^\d+$/.test(part))[0];
  const line = place === undefined ? '' : `Line ${Number(place) + 1}: `;
  return line + (texts[type]?.(ctx as Record<string, number>) ?? sentence(msg));
}

const empty = 'Required.';

/**
 * The texts of the rules, because `msg` is for programs. A rule with a text of its own has the type `value_error`.
 */
const texts: Record<string, (ctx: Record<string, number>) => string> = {
  missing: () => empty,
  extra_forbidden: ({ did_you_mean: meant }) =>
    meant === undefined ? 'This server does not know it.' : `This server does not know it. Did you mean ${meant}?`,
  string_type: () => 'Use a text.',
  string_pattern_mismatch: () => 'Some of its characters are not allowed here.',
  literal_error: ({ expected }) => `Use ${expected}.`,
  float_type: () => 'Use a number, such as 2.5.',
  float_parsing: () => 'Use a number, such as 2.5.',
  finite_number: () => 'Use a number, such as 2.5.',
  bool_type: () => 'Use true or false.',
  bool_parsing: () => 'Use true or false.',
  list_type: () => 'Use a list.',
  dict_type: () => 'Use names with values.',
  model_attributes_type: () => 'Use names with values.',
  too_short: ({ min_length: least = 1 }) => (least === 1 ? 'Add an entry.' : `Use at least ${count(least)} entries.`),
  json_invalid: () => 'This is not valid JSON.',
  string_too_short: ({ min_length: least = 1 }) => (least === 1 ? empty : `Use at least ${count(least)} characters.`),
  string_too_long: ({ max_length: most = 0 }) => `Use at most ${count(most)} characters.`,
  too_long: ({ max_length: most = 0 }) => `Use at most ${count(most)} entries.`,
  greater_than_equal: ({ ge = 0 }) => `Use ${count(ge)} or more.`,
  less_than_equal: ({ le = 0 }) => `Use ${count(le)} or less.`,
  int_type: () => 'Use a whole number.',
  int_parsing: () => 'Use a whole number.',
  int_from_float: () => 'Use a whole number.',
  url_parsing: () => 'Use a full address, such as https://hooks.example.com/svc.',
  url_scheme: () => 'Use an address that begins with https://.',
};

function sentence(text: string) {
  const bare = text
    .replace(/^Value error, /, '')
    .replace(/^value is not a valid email address: .*$/, 'Use an e-mail address, such as ada@example.com.');
  const capital = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
