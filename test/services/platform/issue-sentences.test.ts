import { readFileSync } from 'node:fs';
import t from 'tap';
import { issueSentence, type ToldIssue } from '../../../services/platform/issue-sentences.ts';

const contract = readFileSync(new URL('../../../generated/contract-cases.json', import.meta.url), 'utf8');
const pydantic =
  /Value error|Input should|Field required|Extra inputs|(String|List|Dictionary) should|URL scheme|JSON decode|is not a valid/;

t.test('every failure of the contract cases is said in own words, with its place', (t) => {
  const issues = [...contract.matchAll(/"detail":(\[\{.*?\}\])\}\}/g)].flatMap(([, detail = '[]']) =>
    JSON.parse(detail),
  );
  t.ok(issues.length > 1000);
  const types = new Set(issues.map(({ type }: ToldIssue) => type));
  t.ok(types.size > 15, [...types].join(' '));
  for (const issue of issues as ToldIssue[]) {
    const sentence = issueSentence(issue);
    const name = String(issue.loc.at(-1));
    const isOwn = !pydantic.test(sentence) && /^.{8,}[.?!]$/s.test(sentence);
    const isNamed = sentence.toLowerCase().includes(name.toLowerCase()) || issue.type === 'json_invalid';
    if (!isOwn || !isNamed) t.fail(`${JSON.stringify(issue)} → ${sentence}`);
  }
  t.end();
});

t.test('a sentence says what is wrong, and what to do', (t) => {
  const said: [ToldIssue, string][] = [
    [
      { loc: ['header', 'compat-project'], type: 'missing', msg: 'Field required', input: null, ctx: {} },
      "Send the header Compat-Project with the project's id, or use a project key.",
    ],
    [
      { loc: ['body', 'name'], type: 'string_type', msg: 'Input should be a valid string', input: 5, ctx: {} },
      'name must be a string, not 5.',
    ],
    [
      { loc: ['query', 'limit'], type: 'less_than_equal', msg: '', input: '500', ctx: { le: 100 } },
      'The query parameter limit must be at most 100, not 500.',
    ],
    [
      { loc: ['body', 'password'], type: 'string_type', msg: '', input: '••••••••', ctx: {} },
      'password must be a string.',
    ],
    [
      {
        loc: ['body', 'limits', 'tokns_per_day'],
        type: 'extra_forbidden',
        msg: '',
        ctx: { did_you_mean: 'tokens_per_day' },
      },
      "There is no member 'tokns_per_day' in limits. Did you mean 'tokens_per_day'?",
    ],
    [
      { loc: ['body', 'geography'], type: 'string_too_long', msg: '', input: 'EU', ctx: { max_length: 0 } },
      'geography must be null or left out: this server does not support it.',
    ],
    [
      { loc: ['body', '7'], type: 'json_invalid', msg: 'JSON decode error', ctx: { error: "':' was expected" } },
      "The body is not valid JSON at character 7: ':' was expected.",
    ],
  ];
  for (const [issue, sentence] of said) t.equal(issueSentence(issue), sentence);
  t.equal(
    issueSentence({ loc: ['body', 'webhook_url'], type: 'url_scheme', msg: '' }, '--webhook-url'),
    '--webhook-url must begin with https://.',
  );
  t.match(
    issueSentence({
      loc: ['body', 'webhook_url'],
      type: 'value_error',
      msg: 'Value error, the host is not at a public address; webhooks go to the public internet only',
      ctx: { error: 'the host is not at a public address; webhooks go to the public internet only' },
    }),
    /^webhook_url: the host is not at a public address.*SVC_WEBHOOK_ALLOWED_CIDRS.*svc webhook listen/,
  );
  t.end();
});
