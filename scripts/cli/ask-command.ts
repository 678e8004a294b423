// `svc ask --store STORE QUESTION…`: a model answers from vector stores. Prints the answer as it comes, and the files
// that it cites.

import { Command } from 'commander';
import { plain } from '../text/index.ts';
import { Failure, wrongUsage } from './failure.ts';
import { ask, contextHeaders } from './file-transfer.ts';
import { vectorStoreId } from './named-ids.ts';
import { printJson, printLine, printNote } from './output.ts';
import { type RankingFlags, rankerOption, rankingOptions, thresholdOption } from './ranking.ts';
import { download, type Globals } from './session.ts';

interface Flags extends Globals, RankingFlags {
  store: string[];
  model?: string;
  instructions?: string;
}

/** The events of the stream that are printed. */
type Event =
  | { type: 'response.output_text.delta'; delta: string }
  | { type: 'response.output_text.annotation.added'; annotation: { type: string; file_id: string; filename: string } }
  | { type: LastEvent; response: Response };

const lastEvents = ['response.completed', 'response.incomplete', 'response.failed'] as const;
type LastEvent = (typeof lastEvents)[number];

interface Response {
  error: { message: string } | null;
  incomplete_details: { reason: string } | null;
}

interface Models {
  data: { id: string; additional_data: { kind: string } }[];
}

export function askCommand(): Command {
  const repeat = (value: string, before: string[] = []): string[] => [...before, value];
  return new Command('ask')
    .summary('Let a model answer a question from files')
    .description('Lets a model answer a question from vector stores, with its sources.')
    .argument('<question...>', 'the question; several words need no quotes')
    .option('--store <name>', 'the name or the id of a vector store to answer from; may be repeated', repeat)
    .option('--model <id>', 'the model (default: the first that can chat)')
    .option('--instructions <text>', 'instructions for the model')
    .addOption(rankerOption())
    .addOption(thresholdOption())
    .action(async (words: string[], _, command: Command) => {
      const { store = [], ...rest } = command.optsWithGlobals<Globals & Partial<Flags>>();
      const flags = { ...rest, store };
      if (flags.store.length === 0) throw wrongUsage('Missing --store NAME: name a vector store to answer from.');
      await answer(words.join(' '), flags);
    });
}

async function answer(question: string, flags: Flags): Promise<void> {
  const stores: string[] = [];
  for (const store of flags.store) stores.push((await vectorStoreId(flags, store)) ?? store);
  const body = {
    model: flags.model ?? (await firstModel(flags)),
    input: question,
    stream: true,
    tools: [{ type: 'file_search', vector_store_ids: stores, ...rankingOptions(flags) }],
    ...(flags.instructions === undefined ? {} : { instructions: flags.instructions }),
  };
  const request = {
    method: 'POST',
    path: '/v1/responses',
    headers: contextHeaders(flags),
    body,
    accepts: 'text/event-stream',
  };
  const printer = new Printer(flags.json === true);
  for await (const event of eventsOf(await download(flags, request))) printer.print(event);
  printer.end();
}

async function firstModel(flags: Flags): Promise<string> {
  const { data } = await ask<Models>(flags, 'GET', '/v1/models?additional_data=true');
  const model = data.find(({ additional_data: { kind } }) => !['embedding', 'rerank'].includes(kind));
  if (model === undefined)
    throw new Failure(
      'The project has no chat model. "svc model list" lists its models; an admin adds models with "svc upstream add NAME --url URL --api-key KEY".',
    );
  return model.id;
}

/** Prints the text as it comes, with a number for each cited file, and the files under it. */
class Printer {
  readonly #isJson: boolean;
  readonly #sources = new Map<string, string>();
  #last: Response | undefined;
  #hasText = false;

  constructor(isJson: boolean) {
    this.#isJson = isJson;
  }

  print(event: Event): void {
    if (isLast(event)) this.#last = event.response;
    if (this.#isJson) return;
    if (event.type === 'response.output_text.delta') this.#write(lines(event.delta));
    if (event.type === 'response.output_text.annotation.added' && event.annotation.type === 'file_citation') {
      const { file_id: id, filename } = event.annotation;
      this.#sources.set(id, filename);
      this.#write(`[${[...this.#sources.keys()].indexOf(id) + 1}]`);
    }
  }

  /** Prints the sources. Throws if the response failed, or was cut off. */
  end(): void {
    const last = this.#last;
    if (this.#hasText) printLine('');
    if (last === undefined) throw new Failure('The connection closed before the answer was complete. Ask again.');
    if (last.error !== null) throw new Failure(plain(last.error.message));
    if (this.#isJson) printJson(last);
    else this.#printSources(last);
  }

  #printSources({ incomplete_details: cut }: Response): void {
    if (this.#sources.size > 0) printLine('');
    let number = 1;
    for (const [id, filename] of this.#sources) {
      printLine(`[${number}] ${plain(filename)}  ${plain(id)}`);
      number += 1;
    }
    if (cut !== null) printNote(`the answer is incomplete: ${plain(cut.reason)}`);
  }

  #write(text: string): void {
    this.#hasText = true;
    process.stdout.write(text);
  }
}

/** Returns the text without control characters, but with its lines. */
function lines(text: string): string {
  return text.split('\n').map(plain).join('\n');
}

/** The first events of a stream have the unfinished response. */
function isLast(event: Event): event is Extract<Event, { response: Response }> {
  return lastEvents.some((type) => type === event.type);
}

/** Reads the server-sent events of a stream. The last event is missing if the connection breaks. */
async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  let held = '';
  for await (const text of untilBroken(stream.pipeThrough(new TextDecoderStream()))) {
    const blocks = (held + text).split('\n\n');
    held = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as Event;
    }
  }
}

/** Yields the texts of a stream. Ends early if the connection breaks: the missing last event then reports it. */
async function* untilBroken(stream: ReadableStream<string>): AsyncGenerator<string> {
  try {
    yield* stream;
  } catch {}
}
