// Says in words what a validation issue means and what to do. The `msg` of an issue is fixed by the contract and is for
// programs: people read these sentences, in an SDK's `error.message` and in the command line. The panel has texts of its
// own, because it shows them beside the field.
//
// This file imports nothing at run time: `svc/client` contains it.

import type { ValidationIssue } from './errors.ts';

/** An issue as a response has it. */
export type ToldIssue = Pick<ValidationIssue, 'loc' | 'type' | 'msg'> & Partial<Pick<ValidationIssue, 'input' | 'ctx'>>;

/** The mask of a secret. */
const mask = '••••••••';
/** Longer values are not repeated. */
const maxShownCharacters = 60;

/** The headers of the context, and what a caller can do instead of sending them. */
const contexts: Record<string, string> = {
  'compat-project': "Send the header Compat-Project with the project's id, or use a project key.",
  'compat-organization': "Send the header Compat-Organization with the organization's id, or use an organization key.",
};

/** The advice for a broken rule whose text, fixed by the contract, says only what is wrong. */
const advice: Record<string, string> = {
  'the host is not at a public address; webhooks go to the public internet only':
    'The operator can allow networks with SVC_WEBHOOK_ALLOWED_CIDRS. To receive events on your own machine, run "svc webhook listen".',
};

/**
 * Returns one or two sentences about the issue.
 * @param place the name of the value for the reader, such as the flag `--name`.
 */
export function issueSentence(issue: ToldIssue, place = placeOf(issue.loc)): string {
  const { loc, type, msg, input, ctx = {} } = issue;
  const must = (rule: string): string => `${place} must ${rule}${insteadOf(input)}.`;
  switch (type) {
    case 'missing':
      return (loc[0] === 'header' && contexts[String(loc[1])]) || `${place} is missing. Send a value for it.`;
    case 'extra_forbidden':
      return unknownName(loc, ctx.did_you_mean);
    case 'string_type':
      return must('be a string');
    case 'int_type':
    case 'int_parsing':
    case 'int_from_float':
      return must('be a whole number');
    case 'float_type':
    case 'float_parsing':
      return must('be a number');
    case 'finite_number':
      return must('be a finite number');
    case 'bool_type':
    case 'bool_parsing':
      return must('be true or false');
    case 'list_type':
      return must('be a list');
    case 'dict_type':
    case 'model_attributes_type':
      return must('be an object');
    case 'literal_error':
      return must(`be ${ctx.expected}`);
    case 'greater_than_equal':
      return must(`be at least ${ctx.ge}`);
    case 'less_than_equal':
      return must(`be at most ${ctx.le}`);
    case 'string_too_short':
      return ctx.min_length === 1
        ? `${place} must not be empty.`
        : `${place} must have at least ${counted(ctx.min_length, 'character')}.`;
    case 'string_too_long':
      if (ctx.max_length === 0) return `${place} must be null or left out: this server does not support it.`;
      return `${place} must have at most ${counted(ctx.max_length, 'character')}.`;
    case 'string_pattern_mismatch':
      return must(`match the pattern ${ctx.pattern}`);
    case 'too_short':
      return `${place} must have at least ${counted(ctx.min_length, 'item')}, and has ${ctx.actual_length}.`;
    case 'too_long':
      return `${place} must have at most ${counted(ctx.max_length, 'item')}, and has ${ctx.actual_length}.`;
    case 'json_invalid':
      return `The body is not valid JSON at character ${loc[1]}: ${ctx.error}.`;
    case 'url_scheme':
      return `${place} must begin with https://.`;
    case 'url_parsing':
      return ctx.error === 'it contains white space'
        ? `${place} must be a URL without white space.`
        : `${place} must be a full URL, such as https://hooks.example.com/svc.`;
    default:
      return otherRule(place, ctx, msg);
  }
}

/** Returns the sentence of a rule that has a text of its own. */
function otherRule(place: string, { reason, error }: Record<string, unknown>, msg: string): string {
  if (typeof reason === 'string' && /e-?mail/.test(msg))
    return `${place} must be an e-mail address, such as ada@example.com. ${reason}`;
  const rule = typeof error === 'string' ? error : msg.replace(/^Value error, /, '');
  const isAboutPlace = rule.toLowerCase().startsWith(place.toLowerCase());
  const told = isAboutPlace
    ? place + rule.slice(place.length)
    : /^must\b/.test(rule)
      ? `${place} ${rule}`
      : `${place}: ${rule}`;
  const whole = /[.!?]$/.test(told) ? told : `${told}.`;
  const more = advice[rule];
  return more === undefined ? whole : `${whole} ${more}`;
}

function unknownName(loc: readonly unknown[], meant: unknown): string {
  const [part, ...path] = loc.map(String);
  const name = path.at(-1) ?? '';
  const what = part === 'query' ? 'query parameter' : 'member';
  const above = path.slice(0, -1).join('.');
  const where = above === '' ? '' : ` in ${above}`;
  const hint = typeof meant === 'string' ? `Did you mean '${meant}'?` : 'Leave it out.';
  return `There is no ${what} '${name}'${where}. ${hint}`;
}

/** Returns the name of a value in a request, such as `limits.tokens_per_day`. */
function placeOf([part, ...path]: readonly unknown[]): string {
  const name = path.map(String).join('.');
  if (part === 'header') return `The header ${name.replace(/(^|-)\w/g, (letters) => letters.toUpperCase())}`;
  if (part === 'query') return `The query parameter ${name}`;
  if (part === 'path') return `The path parameter ${name}`;
  return name === '' ? 'The body' : name;
}

/** Returns the end of "must be …": what was sent, if it is short and not secret. */
function insteadOf(input: unknown): string {
  if (input === undefined || input === mask) return '';
  if (input === null) return ', not null';
  if (Array.isArray(input)) return ', not a list';
  if (typeof input === 'object') return ', not an object';
  const isNumber = typeof input === 'string' && /^-?\d+(\.\d+)?$/.test(input);
  const text = typeof input === 'string' && !isNumber ? `'${input}'` : String(input);
  return text.length > maxShownCharacters || /\p{Cc}/u.test(text) ? '' : `, not ${text}`;
}

function counted(number: unknown, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
