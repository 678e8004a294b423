// The contract of the spec's custom string formats: which texts are refused with which message, valid texts of a given
// length, and texts to test with. Independent of the server's implementation in http/validation/formats.ts, so that
// each one checks the other.

import { isIP } from 'node:net';
import { valueError, type Words } from './words.ts';

export interface Format {
  /** Returns why a text is refused, or undefined if it is valid. */
  problem(text: string): Words | undefined;
  /** The same as a regular expression that every language reads, if there is one. The published document has it. */
  pattern?: string;
  /** Returns valid texts with this number of characters; empty if the format cannot have that length. */
  samples(length: number): string[];
  /** Texts to test with, by case name: invalid ones, and a valid one that looks invalid. */
  trials: Record<string, string>;
}

/** Id prefixes that differ from the name of the resource. */
const idPrefixes: Record<string, string> = {
  user: 'user_',
  organization: 'org_',
  project: 'proj_',
  key: 'key_',
  'vector-store': 'vs_',
  'service-account': 'svc_acct_',
  worker: 'worker_',
  file: 'file-',
  'log-entry': 'audit_',
  invitation: 'inv_',
  'webhook-delivery': 'whdel_',
};

const someUlid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const ulidPattern = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/**
 * Returns the format. Throws if the format is not defined here, because a format without test cases must not be served.
 */
export function formatOf(name: string): Format {
  const kind = name.endsWith('-id') ? name.slice(0, -'-id'.length) : '';
  const format = kind === '' ? formats[name] : cursor(kind, idPrefixes[kind] ?? `${kind.replaceAll('-', '_')}_`);
  if (format === undefined) throw new Error(`The format '${name}' has no entry in scripts/document/formats.ts`);
  return format;
}

/** Repeats the unit to exactly `length` characters (code points). */
export function repeated(unit: string, length: number): string {
  const characters = Array.from(unit);
  const whole = unit.repeat(Math.floor(length / characters.length));
  return whole + characters.slice(0, length % characters.length).join('');
}

function cursor(kind: string, prefix: string): Format {
  const foreign = Object.entries(idPrefixes).find(([other]) => other !== kind)?.[1];
  const noun = kind.replaceAll('-', ' ');
  const article = /^[aeio]/.test(noun) ? 'an' : 'a';
  return {
    ...byPattern(`^${prefix}${ulidPattern}$`, `this is not the id of ${article} ${noun}`),
    samples: () => [prefix + someUlid],
    trials: {
      empty: '',
      'another-kind': foreign + someUlid,
      'no-prefix': someUlid,
      'lower-case': (prefix + someUlid).toLowerCase(),
      'too-short': prefix + someUlid.slice(1),
      'too-long': `${prefix + someUlid}0`,
      overflow: `${prefix}8${someUlid.slice(1)}`,
      'trailing-space': `${prefix + someUlid} `,
      sql: `' OR 1=1 --`,
    },
  };
}

/** Returns the rules of a format that a pattern describes. */
function byPattern(pattern: string, message: string): Pick<Format, 'pattern' | 'problem'> {
  const expression = new RegExp(pattern);
  return { pattern, problem: (text) => (expression.test(text) ? undefined : valueError(message)) };
}

const notAllowedInLabels = valueError('control characters and line breaks are not allowed here');
const notUnicode = valueError('the text is not valid Unicode');
const directional = valueError('a name must not contain characters that change the direction of text');

function labelProblem(text: string): Words | undefined {
  const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0) || isLineSeparator(code);
  if (Array.from(text).some((character) => isControl(character.codePointAt(0) ?? 0))) return notAllowedInLabels;
  return text.isWellFormed() ? undefined : notUnicode;
}

function isLineSeparator(code: number): boolean {
  return code === 0x2028 || code === 0x2029;
}

const labelTrials = {
  nul: 'a\u0000b',
  'line-feed': 'a\nb',
  'c1-control': 'a\u0085b',
  'line-separator': 'a\u2028b',
  'terminal-escape': '\u001b[31mred',
  'lone-surrogate': 'a\ud800b',
  'zero-width': 'a\u200bb',
};

const webhookHost = 'https://hooks.example.com/';
const notPublic = valueError('the host is not at a public address; webhooks go to the public internet only');
const wrongScheme: Words = {
  type: 'url_scheme',
  msg: "URL scheme should be 'https'",
  ctx: { expected_schemes: "'https'" },
};
const notUrl: Words = {
  type: 'url_parsing',
  msg: 'Input should be a valid URL',
  ctx: { error: 'not an absolute URL' },
};
const spaceInUrl: Words = {
  type: 'url_parsing',
  msg: 'Input should be a valid URL, it contains white space',
  ctx: { error: 'it contains white space' },
};
const webhookTrials: Record<string, [text: string, problem: Words]> = {
  relative: ['/hooks', notUrl],
  'no-host': ['https://', notUrl],
  space: ['https://hooks.example.com/a b', spaceInUrl],
  http: ['http://hooks.example.com/', wrongScheme],
  file: ['file:///etc/passwd', wrongScheme],
  'user-name': ['https://ada@hooks.example.com/', valueError('the address must not contain a user name or password')],
  fragment: ['https://hooks.example.com/#a', valueError('the address must not contain a fragment')],
  'low-port': ['https://hooks.example.com:22/', valueError('the port must be 443, or one from 1024 on')],
  localhost: ['https://localhost/', notPublic],
  'single-label': ['https://intranet/', notPublic],
  loopback: ['https://127.0.0.1/', notPublic],
  'loopback-decimal': ['https://2130706433/', notPublic],
  'loopback-v6': ['https://[::1]/', notPublic],
  'mapped-v6': ['https://[::ffff:10.0.0.1]/', notPublic],
  private: ['https://192.168.0.1/', notPublic],
  'link-local': ['https://169.254.169.254/latest', notPublic],
  'carrier-nat': ['https://100.64.0.1/', notPublic],
};

/** Returns true for an email address in the ASCII form that browsers accept. */
function isEmail(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  const isWord = (part: string, signs: string): boolean =>
    Array.from(part).every((sign) => (sign < '\x7f' && /[a-z0-9]/i.test(sign)) || signs.includes(sign));
  const isLabel = (label: string): boolean =>
    label.length >= 1 && label.length <= 63 && isWord(label, '-') && !label.startsWith('-') && !label.endsWith('-');
  return rest.length === 0 && local !== '' && isWord(local, ".!#$%&'*+/=?^_`{|}~-") && domain.split('.').every(isLabel);
}

function emailProblem(text: string): Words | undefined {
  if (isEmail(text)) return undefined;
  const reason = text.includes('@')
    ? 'It has a character or a form that is not allowed.'
    : 'An email address must have an @-sign.';
  return { type: 'value_error', msg: `value is not a valid email address: ${reason}`, ctx: { reason } };
}

const scimTerm = '[A-Za-z][A-Za-z0-9:._-]* +eq +(?:"(?:[^"\\\\\\u0000-\\u001f]|\\\\.)*"|true|false)';
const scimFilter = new RegExp(`^ *${scimTerm}(?: +and +${scimTerm})* *$`, 'i');

const scimPath = new RegExp(
  `^ *[\\w$:.-]*[\\w$:-](?:\\[ *${scimTerm}(?: +and +${scimTerm})* *\\])?(?:\\.[\\w$-]+)? *$`,
  'i',
);

const formats: Record<string, Format> = {
  name: {
    problem(text) {
      if (text.trim() === '') return valueError('a name needs a character that can be seen');
      return /[\u202a-\u202e\u2066-\u2069]/.test(text) ? directional : labelProblem(text);
    },
    samples: (length) => [repeated('a', length), repeated('😀', length)],
    trials: { blank: ' ', 'ideographic-space': '\u3000', override: 'a\u202eb', isolate: 'a\u2066b', ...labelTrials },
  },
  label: {
    problem: labelProblem,
    samples: (length) => [repeated('a', length), repeated('😀', length)],
    trials: { blank: ' ', ...labelTrials },
  },
  'search-text': {
    problem(text) {
      if (text.includes('\0')) return valueError('a search must not contain the character NUL');
      return text.isWellFormed() ? undefined : notUnicode;
    },
    samples: (length) => [repeated('a', length), repeated('😀', length), repeated(' ', length)],
    trials: { nul: 'a\u0000b', 'lone-surrogate': 'a\ud800b', percent: '%', underscore: '_', backslash: '\\' },
  },
  'scim-filter': {
    problem: (text) => (scimFilter.test(text) ? undefined : valueError('this is not a filter that is supported')),
    samples: (length) => [`id eq "${repeated('a', Math.max(length - 8, 0))}"`],
    trials: {
      'no-operator': 'userName',
      'other-operator': 'userName co "a"',
      or: 'id eq "a" or id eq "b"',
      parentheses: '(id eq "a")',
      'no-quotes': 'id eq a',
      'escaped-quote': 'id eq "a\\"b"',
      'capital-letters': 'ID EQ "a" AND id eq "b"',
    },
  },
  'scim-path': {
    problem: (text) => (scimPath.test(text) ? undefined : valueError('this is not the path of an attribute')),
    samples: (length) => [repeated('a', length)],
    trials: {
      empty: '',
      'open-bracket': 'members[',
      'other-operator': 'members[value co "a"]',
      'no-attribute': '.givenName',
      'with-filter': 'title[value eq "a"].b',
    },
  },
  'usage-page': {
    ...byPattern('^page_[0-9]{1,12}$', 'this is not the next_page of a report'),
    samples: (length) => [`page_${repeated('7', Math.min(Math.max(length - 5, 1), 12))}`],
    trials: { empty: '', 'no-number': 'page_', 'too-long': `page_${repeated('7', 13)}`, 'trailing-space': 'page_7 ' },
  },
  'content-page': {
    ...byPattern('^page_[0-9]{1,9}$', 'this is not the next_page of a content'),
    samples: (length) => [`page_${repeated('7', Math.min(Math.max(length - 5, 1), 9))}`],
    trials: { empty: '', 'no-number': 'page_', 'too-long': `page_${repeated('7', 10)}`, 'trailing-space': 'page_7 ' },
  },
  'event-cursor': {
    ...byPattern(`^[0-9]{1,15}([.]evt_${ulidPattern})?$`, 'this is not the next_cursor of a page of events'),
    samples: (length) => [repeated('7', Math.min(Math.max(length, 1), 15)), `7.evt_${someUlid}`],
    trials: { empty: '', 'no-number': `evt_${someUlid}`, 'no-id': '7.', 'too-long': repeated('7', 16), space: '7 ' },
  },
  'item-cursor': {
    ...byPattern('^[a-z]+_[0-9A-Za-z_-]{16,}$', 'this is not the id of an item'),
    samples: () => [`msg_${someUlid}`],
    trials: { empty: '', 'no-prefix': someUlid, 'too-short': 'msg_1', space: `msg_${someUlid} ` },
  },
  'rate-limit-cursor': {
    ...byPattern('^rl_[0-9A-Za-z_-]+$', 'this is not the id of a rate limit'),
    samples: (length) => [`rl_${repeated('Z', Math.max(length - 3, 1))}`],
    trials: { empty: '', 'no-prefix': 'Z3B0', 'no-model': 'rl_', space: 'rl_Z3B0 ' },
  },
  'foreign-tool': {
    problem: (text) => (text === 'file_search' ? valueError('this tool has parameters of its own') : undefined),
    samples: (length) => [repeated('a', length)],
    trials: { empty: '', function: 'function' },
  },
  network: {
    problem(text) {
      const [, bits] = /^[0-9A-Fa-f:.]+\/([0-9]{1,3})$/.exec(text) ?? [];
      const version = isIP(text.split('/')[0] ?? '');
      const isNetwork = bits !== undefined && version > 0 && Number(bits) <= (version === 4 ? 32 : 128);
      return isNetwork ? undefined : valueError('this is not a network such as 203.0.113.0/24');
    },
    samples: (length) => (length === 14 ? ['203.0.113.0/24'] : ['2001:db8::/32']),
    trials: {
      empty: '',
      address: '203.0.113.7',
      'too-many-bits': '203.0.113.0/33',
      name: 'example.com/24',
      'two-slashes': '203.0.113.0/24/24',
      negative: '203.0.113.0/-1',
      space: '203.0.113.0/24 ',
      'all-addresses': '::/0',
    },
  },
  'email-address': {
    problem: emailProblem,
    samples: (length) =>
      length < 14 ? [`${repeated('a', length - 2)}@b`] : [`${repeated('a', length - 12)}@example.com`],
    trials: {
      'no-at': 'ada.example.com',
      'two-ats': 'ada@example@com',
      'no-local-part': '@example.com',
      'no-domain': 'ada@',
      'empty-label': 'ada@example..com',
      'leading-hyphen': 'ada@-example.com',
      space: 'ada @example.com',
      'line-break': 'ada@example.com\r\nbcc: eve@example.com',
      list: 'ada@example.com,eve@example.com',
      nul: 'ada\u0000@example.com',
      'lone-surrogate': 'ada\ud800@example.com',
      'full-width': 'ａｄａ@example.com',
      'zero-width': 'ada\u200b@example.com',
      'not-ascii-domain': 'ada@exämple.com',
    },
  },
  'webhook-url': {
    problem(text) {
      const known = Object.values(webhookTrials).find(([trial]) => trial === text);
      if (known !== undefined) return known[1];
      if (/[\s\p{Cc}]/u.test(text)) return spaceInUrl;
      return text.startsWith('https://') ? undefined : URL.canParse(text) ? wrongScheme : notUrl;
    },
    samples: (length) => [webhookHost + repeated('a', Math.max(length - webhookHost.length, 0))],
    trials: Object.fromEntries(Object.entries(webhookTrials).map(([name, [text]]) => [name, text])),
  },
  password: {
    problem: () => undefined,
    // Not a repetition of few characters, and no common word. The server refuses such passwords, but for another reason
    // than their format.
    samples: (length) => [repeated('kestrel tundra mosaic ', length), repeated('🦊🐙🌵🎲🧭🪁🫖', length)],
    trials: { spaces: '  kestrel tundra mosaic  ', nul: 'kestrel\u0000tundra mosaic' },
  },
};
