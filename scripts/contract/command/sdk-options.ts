// The options of `sdk`. This file loads no document, so that other commands start quickly.

import { generators } from '../sdk/generators.ts';
import type { KitOption } from './options.ts';

export const languages = [...new Set(Object.values(generators).map(({ language }) => language))];

export const sdkOptions: KitOption[] = [
  { name: 'out', value: 'dir', about: 'the folder of the client, which must be empty or missing' },
  { name: 'generator', value: 'name', about: 'a generator other than the usual one of the language' },
  { name: 'package', value: 'name', about: 'the name of the package' },
  { name: 'url', value: 'url', about: 'the address of the server, for the README', usual: 'http://127.0.0.1:8080' },
  { name: 'install', about: 'installs the generator first if it is missing' },
  { name: 'list', about: 'lists the languages with their generators, versions, options and tests' },
];

export const sdkNotes = `Languages: ${languages.join(', ')}.\n\nGenerators are installed in SVC_SDK_HOME, by default ~/.cache/svc-contract.`;
