/**
 * The needs of contract cases by name, with a description. A runner must skip a case with an unmet need, and report
 * that.
 */
export const needs = {
  account: 'a user with a password, whom the runner can sign in and add to its organization',
  'new-account': 'a user created for the run, because the case changes the account permanently or locks it temporarily',
  'custom-endpoint': 'an upstream with a custom endpoint that answers 200 to every request',
  'identity-provider': 'an identity provider in the settings (sso.providers)',
  'provider-answer': 'the answer of an identity provider to a sign-in that a browser began, or its logout token',
  'failed-logins': 'failed sign-ins, which count against the rate limit of the client address: 50 an hour',
  mail: 'a mail server in the settings (smtp.host), and permission to send email to addresses that do not exist',
  'mailed-token': 'the token of an emailed, unused link',
  'approved-sign-in': 'a sign-in on a device that a user approved in a browser, and a link of svc server sign-in-link',
  'empty-server': 'a server without any account, which one case ends',
  'mcp-server': 'an upstream with an MCP server that answers 200 to every request',
  model: 'an upstream model that answers every request as the API specifies',
  'public-webhooks': 'webhook.allowed_cidrs has its default, the empty list',
  'rewriting-model': 'search.rewrite_model names a model that answers',
  secret: 'a secret setting with a value',
  settings: 'permission to change settings of the server (tokens.access_seconds, upstream.timeout_seconds)',
  'usual-body-limit':
    'limits.max_body_bytes and limits.max_inference_body_bytes have their defaults, also in a proxy before the server',
  'usual-metrics-address': 'metrics.address has its default: /metrics is at the port of the server',
  'usual-upload-limit': 'limits.max_upload_bytes has its default',
  users: 'permission to create users, whom no operation deletes',
  workers: 'permission to announce fine-tuning workers, which the server then lists',
} as const;

export type Need = keyof typeof needs;
