// `svc upstream …`: lists, adds, tests, updates and removes the servers that run models. The list is one setting, so every
// change reads it, changes one upstream and writes it back. The server keeps the key of an upstream whose key is masked.

import { Command } from 'commander';
import { meantName } from '../../services/platform/spelling.ts';
import { plain } from '../text/index.ts';
import { confirm } from './confirm.ts';
import { Failure, wrongUsage } from './failure.ts';
import { printJson, printLine, printNote } from './output.ts';
import { readSecret } from './password.ts';
import { call, type Globals } from './session.ts';

/** An upstream in the form of the configuration, as far as these commands change it. */
interface Upstream {
  name: string;
  base_url: string;
  api_key: string | null;
  models: Model[] | null;
}

interface Model {
  id: string;
  upstream_id: string | null;
  context_length?: number | null;
  max_inputs?: number | null;
}

/** `--url` is the upstream's: the server is the one of SVC_URL, else of the last sign-in. */
type Flags = Omit<Globals, 'url'> & {
  url?: string;
  apiKey?: string;
  model?: string[];
  allModels?: true;
  contextLength?: string[];
  maxInputs?: string[];
};

interface Tested {
  upstreams: { name: string; ok: boolean; steps: { step: string; state: string; message: string }[] }[];
}

export function addUpstreamCommand(): Command {
  return withFields(new Command('add'))
    .summary('Add an upstream')
    .description('Adds a server with an OpenAI-compatible API, whose models projects can then call.')
    .argument('<name>', 'a name of letters, digits, dots, hyphens and underscores')
    .action((name: string, _, command: Command) => add(name, command.optsWithGlobals<Flags>()));
}

export function updateUpstreamCommand(): Command {
  return withFields(new Command('update'))
    .summary('Change an upstream')
    .description('Changes the address, the key or the models of an upstream. Another host needs the key again.')
    .argument('<name>')
    .option('--all-models', 'serves all models that the upstream lists')
    .action((name: string, _, command: Command) => update(name, command.optsWithGlobals<Flags>()));
}

export function removeUpstreamCommand(): Command {
  return new Command('remove')
    .summary('Remove an upstream')
    .description('Removes an upstream. Calls of models that only this upstream has then fail.')
    .argument('<name>')
    .option('--yes', 'skips the confirmation; needed without a terminal')
    .action((name: string, _, command: Command) => remove(name, command.optsWithGlobals<Globals & { yes?: true }>()));
}

export function testUpstreamCommand(): Command {
  return new Command('test')
    .summary('Test the connection to an upstream')
    .description('Calls an upstream, and says what works. Without a name, tests all. Exit code 1 if a step fails.')
    .argument('[name]')
    .action((name: string | undefined, _, command: Command) => test(name, command.optsWithGlobals<Globals>()));
}

function withFields(command: Command): Command {
  const repeat = (value: string, before: string[] = []): string[] => [...before, value];
  return command
    .option('--url <address>', 'the address of the upstream, including /v1')
    .option(
      '--api-key <key>',
      'the key of the upstream; other users of this machine can see it: "-" asks for it or reads it from standard input',
    )
    .option('--model <id>', 'a model, or NAME=MODEL to give it another name; may be repeated (default: all)', repeat)
    .option(
      '--context-length <name=tokens>',
      'the tokens that a text of this embedding model may have; may be repeated',
      repeat,
    )
    .option(
      '--max-inputs <name=number>',
      'the texts that one request to this embedding model may have, 2048 by default; may be repeated',
      repeat,
    );
}

async function add(name: string, flags: Flags): Promise<void> {
  if (flags.url === undefined) throw wrongUsage('Missing --url <address>. --help shows an example.');
  const all = await upstreamsNow(flags);
  if (all.some((one) => one.name === name))
    throw new Failure(
      `There is an upstream ${plain(name)} already. Change it with "svc upstream update ${plain(name)}".`,
    );
  const fields = { name, base_url: flags.url, ...(await fieldsOf(flags, null)) };
  await save(flags, [...all, fields]);
  if (flags.json) return printJson(await upstreamNow(flags, name));
  printLine(`added the upstream ${plain(name)} (${plain(flags.url)})`);
  printNote(`All servers use it within seconds. "svc upstream test ${plain(name)}" tests it.`);
}

async function update(name: string, flags: Flags): Promise<void> {
  const { contextLength, maxInputs, url, apiKey, model, allModels } = flags;
  if ([contextLength, maxInputs, url, apiKey, model, allModels].every((flag) => flag === undefined))
    throw wrongUsage('Nothing to change. "svc upstream update --help" lists what can be changed.');
  const { models } = await upstreamNow(flags, name);
  const fields = { ...(url === undefined ? {} : { base_url: url }), ...(await fieldsOf(flags, models)) };
  await save(
    flags,
    (await upstreamsNow(flags)).map((one) => (one.name === name ? { ...one, ...fields } : one)),
  );
  if (flags.json) printJson(await upstreamNow(flags, name));
  else printLine(`changed the upstream ${plain(name)}`);
}

async function remove(name: string, flags: Globals & { yes?: true }): Promise<void> {
  await upstreamNow(flags, name);
  if (flags.yes !== true) await confirm('remove');
  await save(
    flags,
    (await upstreamsNow(flags)).filter((one) => one.name !== name),
  );
  if (flags.json) printJson({ name, deleted: true });
  else printLine(`removed the upstream ${plain(name)}`);
}

async function test(name: string | undefined, flags: Globals): Promise<void> {
  if (name !== undefined) await upstreamNow(flags, name);
  const query: Record<string, string> = name === undefined ? {} : { name };
  const tested = (await call(ofServer(flags), { method: 'POST', path: '/admin/upstreams/test', query })) as Tested;
  if (flags.json) printJson(tested);
  else
    for (const upstream of tested.upstreams)
      for (const { step, state, message } of upstream.steps)
        printLine([plain(upstream.name), state.padEnd('skipped'.length), step, plain(message)].join('  '));
  const failed = tested.upstreams.filter(({ ok }) => !ok).map((one) => plain(one.name));
  if (failed.length > 0) throw new Failure(`The test of ${failed.join(', ')} has failed.`);
  if (tested.upstreams.length === 0 && !flags.json)
    printNote('No upstreams yet. Add one with "svc upstream add NAME --url URL --api-key KEY".');
}

async function fieldsOf(flags: Flags, before: Model[] | null): Promise<Partial<Upstream>> {
  const { apiKey, model, allModels, contextLength, maxInputs } = flags;
  const given = model?.map(modelOf) ?? (allModels ? null : undefined);
  const hasSizes = contextLength !== undefined || maxInputs !== undefined;
  const models = hasSizes ? withSizes(given === undefined ? before : given, flags) : given;
  return {
    ...(apiKey === undefined ? {} : { api_key: apiKey === '-' ? await readSecret('API key') : apiKey }),
    ...(models === undefined ? {} : { models }),
  };
}

/** Returns the models with the sizes of the flags. Throws a Failure for a model that is not listed. */
function withSizes(models: Model[] | null, { contextLength = [], maxInputs = [] }: Flags): Model[] {
  const sized = structuredClone(models ?? []);
  const set = (flag: string, name: 'context_length' | 'max_inputs', texts: string[]): void => {
    for (const text of texts) {
      const at = text.lastIndexOf('=');
      const id = text.slice(0, Math.max(at, 0));
      const model = sized.find((one) => one.id === id);
      const size = Number(text.slice(at + 1));
      if (at === -1 || !Number.isSafeInteger(size) || size < 1)
        throw wrongUsage(`${flag} takes NAME=NUMBER, not '${plain(text)}'.`);
      if (model === undefined) throw wrongUsage(`${flag} names the model '${plain(id)}': name it with --model too.`);
      model[name] = size;
    }
  };
  set('--context-length', 'context_length', contextLength);
  set('--max-inputs', 'max_inputs', maxInputs);
  return sized;
}

function modelOf(text: string): Model {
  const [id = '', ...there] = text.split('=');
  return { id, upstream_id: there.length === 0 ? null : there.join('=') };
}

async function upstreamsNow(flags: Globals): Promise<Upstream[]> {
  const { upstreams } = (await call(ofServer(flags), { method: 'GET', path: '/admin/config' })) as {
    upstreams: Upstream[];
  };
  return upstreams;
}

/** Returns the upstream. Throws a Failure that suggests another one if none has the name. */
async function upstreamNow(flags: Globals, name: string): Promise<Upstream> {
  const all = await upstreamsNow(flags);
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const meant = meantName(
    name,
    all.map((one) => one.name),
  );
  const hint = meant === undefined ? '' : ` Did you mean '${plain(meant)}'?`;
  throw new Failure(`There is no upstream '${plain(name)}'.${hint} "svc upstream list" lists them.`);
}

async function save(flags: Globals, upstreams: object[]): Promise<void> {
  const names: Record<string, string> = { base_url: '--url', api_key: '--api-key', models: '--model', name: '<name>' };
  const flagOf = (location: string[]): string | undefined => names[location.findLast((part) => part in names) ?? ''];
  const body = { upstreams: JSON.parse(JSON.stringify(upstreams)) };
  await call(ofServer(flags), { method: 'PATCH', path: '/admin/config', body, flagOf });
}

/** Returns the flags without --url, which names the upstream below `add` and `update`. */
function ofServer({ url: _, ...globals }: Globals): Globals {
  return globals;
}
