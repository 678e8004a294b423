// The options of `coverage`. This file loads no part of the command.

import type { KitOption } from './options.ts';

export const coverageOptions: KitOption[] = [
  { name: 'to', value: 'url', about: 'the server, such as a sandbox, that answers the calls' },
  {
    name: 'listen',
    value: 'address',
    about: 'the address and the port of the proxy; port 0 is a free one',
    usual: '127.0.0.1:0',
  },
  {
    name: 'path',
    value: 'prefix',
    about: 'counts only operations whose path begins with this prefix, such as /v1/vector_stores; may be repeated',
    isRepeatable: true,
  },
  { name: 'document', value: 'file', about: 'an OpenAPI document in JSON, instead of that of this version' },
  { name: 'json', value: 'file', about: 'also writes the result as JSON' },
  { name: 'fail-under', value: 'percent', about: 'exit code 1 if fewer of the operations were called' },
];

/** The text after the list of options in the help. */
export const coverageNotes =
  'The command gets the address of the proxy as SVC_URL, as ANTHROPIC_BASE_URL, and with /v1 as OPENAI_BASE_URL. Without a command, the proxy runs until Ctrl-C.\n\nExit codes: that of the command; 0 without one; 1 below --fail-under; 2 the proxy could not run.';
