// Texts for errors: what happened, and what to do.

import { ApiError, type Schemas } from '../api/index.ts';
import { count, titleOf } from './format.tsx';

type Explanation = { title: string; advice: string; retry: boolean };

/** The texts by the codes of errors. The first sentence is the title. */
const byCode: Record<string, string> = {
  insufficient_permissions:
    'You do not have permission to do this. Ask an owner of the organization to do it, or to change your role.',
  mismatched_organization:
    'You have no access to this organization. It may have been deleted, or you are no longer a member.',
  mismatched_project:
    'You have no access to this project. It may have been deleted, or belong to another organization.',
  project_archived: 'The project is archived. An owner of the organization can make it active again, in its settings.',
  not_found: 'This no longer exists. It may have been deleted. Reload the page.',
  invalid_login: 'Wrong e-mail address or password. Check both, and try again.',
  token_invalid: 'The link no longer works. It is used, expired, or replaced by a newer one. Request a new link.',
  setting_is_fixed:
    'An environment variable of the server sets this. The operator can change the variable and restart the server.',
  upstream_failed:
    'The upstream of the model failed. Try again, or choose another model. An admin of this server sees the reason under "Upstreams".',
  upstream_timeout: 'The upstream of the model timed out. Try again, or ask for a shorter answer.',
  smtp_not_configured:
    'This server cannot send mail. Create a link and pass it on, or ask the operator to set SVC_SMTP_URL.',
};

export function explain(error: unknown): Explanation {
  if (!(error instanceof ApiError)) return parted('The panel failed. Reload the page. If it happens again, report it.');
  const { status, code, message, issues } = error;
  if (byCode[code] !== undefined) return parted(byCode[code], code.startsWith('upstream_'));
  if (status === 0) return parted('The server cannot be reached. Check your connection, then try again.', true);
  if (status === 429) return parted(`Too many attempts. ${message}`, true);
  if (status === 503) return parted('The server is not available at the moment. Try again in a moment.', true);
  const advice = 'Try again. If it happens again, report the request id to the operator of the server.';
  if (status >= 500) return parted(`The server failed. ${advice}`, true);
  if (issues.length > 0) return parted(`The server refused this. ${namedText(issues)}`);
  // Signed out: a retry opens the sign-in.
  return { title: message, advice: '', retry: status === 401 };
}

/** @param retry a second try may help. */
function parted(text: string, retry = false): Explanation {
  const end = text.indexOf('. ') + 1;
  return { title: text.slice(0, end), advice: text.slice(end + 1), retry };
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
  return titleOf(loc.slice(1).findLast((part) => !/^\d+$/.test(part)) ?? 'request');
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
  int_parsing: () => 'Use a whole number, such as 1000.',
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
