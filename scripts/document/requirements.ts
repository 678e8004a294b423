/**
 * The needs of contract cases by name, with a description. A runner must skip a case with an unmet need, and report
 * that.
 */
export const needs = {
  account: 'a person with a password, whom the runner can sign in, and make a member of its organization',
  'new-account':
    'a person who was made for the run, since the case changes the account for good, or locks it for a while',
  'custom-endpoint': 'an upstream with a custom endpoint that answers every request with 200',
  'failed-logins': 'failed sign-ins, which count against the rate limit of the client address: 50 an hour',
  mail: 'a mail server in the settings (smtp.host), and leave to send mails to addresses that nobody has',
  'mailed-token': 'the token of a link that was mailed and is unused',
  'mcp-server': 'an upstream with an MCP server that answers every request with 200',
  model: 'a model of an upstream that answers every request with what the API promises',
  'public-webhooks': 'webhook.allowed_cidrs is empty, as it is by default',
  secret: 'a secret among the settings that has a value',
  settings: 'leave to change settings of the server (tokens.access_seconds, upstream.timeout_seconds)',
  'usual-body-limit':
    'limits.max_body_bytes and limits.max_inference_body_bytes are the default, in front of the server too',
  'usual-upload-limit': 'limits.max_upload_bytes is the default',
  workers: 'leave to announce fine-tuning workers, which the server lists from then on',
} as const;

export type Need = keyof typeof needs;
