// Commands that upload and download files and add them to vector stores, with a progress bar on a terminal.

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { createProgress } from '../contract/index.ts';
import { plain } from '../text/index.ts';
import { Failure, wrongUsage } from './failure.ts';
import { ask, contextHeaders, idOf } from './file-transfer.ts';
import { type FolderFlags, localFiles } from './local-files.ts';
import { fileId, vectorStoreId } from './named-ids.ts';
import { printJson, printLine, printNote } from './output.ts';
import { download, type Globals } from './session.ts';
import { exitCodeOf, untilSignal, uploadAll, withUploaded } from './uploads.ts';
import { sizeText } from './values.ts';

const filesPerBatch = 2000;
const pollMs = 500;
const purposes = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'];

interface Batch {
  id: string;
  status: string;
  file_counts: { in_progress: number; completed: number; failed: number; cancelled: number; total: number };
}

/** Adds the flags that choose files of a folder. */
function withFolderFlags(command: Command): Command {
  const repeat = (value: string, before: string[] = []): string[] => [...before, value];
  return command
    .option(
      '--include <pattern>',
      'only files of a folder that match, such as *.md or docs/**; may be repeated',
      repeat,
    )
    .option('--exclude <pattern>', 'no files of a folder that match; may be repeated', repeat);
}

/** `svc file upload PATHS…` */
export function uploadCommand(): Command {
  const command = withFolderFlags(new Command('upload'))
    .summary('Upload local files and folders')
    .description(
      'Uploads local files, and the files in local folders, to a project. Files whose name begins with a dot are left out of folders.',
    )
    .argument('<paths...>', 'the files and folders on this machine')
    .addOption(new Option('--purpose <text>', 'the purpose of the files').choices(purposes).default('assistants'));
  return command.action(async (paths: string[]) => {
    const globals = command.optsWithGlobals<Globals & FolderFlags & { purpose: string }>();
    const files = await uploadAll(globals, await localFiles(paths, globals), globals.purpose);
    if (globals.json) printJson(files.length === 1 ? files[0] : files);
    else for (const { id, filename, bytes } of files) printLine(`${id}  ${sizeText(bytes)}  ${plain(filename)}`);
  });
}

/** `svc file content ID` */
export function contentCommand(): Command {
  const command = new Command('content')
    .summary('Download the content of a file')
    .description('Downloads the content of a file to standard output, or to a file.')
    .argument('<file_id>')
    .option('--output <path>', 'the file to write');
  return command.action(async (id: string) => {
    const globals = command.optsWithGlobals<Globals & { output?: string }>();
    if (globals.output === undefined && process.stdout.isTTY)
      throw wrongUsage('The content may be binary: use --output, or redirect standard output.');
    const path = `/v1/files/${idOf(await fileId(globals, id), 'file_id')}/content`;
    const content = await download(globals, { method: 'GET', path, headers: contextHeaders(globals) });
    const target = globals.output === undefined ? process.stdout : createWriteStream(globals.output);
    await pipeline(content, target, { end: globals.output !== undefined });
  });
}

/** `svc vector-store add STORE FILES…` */
export function addCommand(): Command {
  const command = withFolderFlags(new Command('add'))
    .summary('Upload files and wait until they are searchable')
    .description(
      'Uploads local files, and the files in local folders, into a vector store, and waits until they can be searched.',
    )
    .argument('<vector_store>', 'the name or the id of the vector store; a name that no store has makes one')
    .argument('<files...>', 'files and folders on this machine, or ids of uploaded files')
    .option('--attributes <key=value>', 'an attribute that searches can filter by; may be repeated', addPair)
    .option('--no-wait', 'returns as soon as the files are attached');
  return command.action(async (store: string, files: string[]) => {
    const globals = command.optsWithGlobals<
      Globals & FolderFlags & { attributes?: Record<string, string>; wait: boolean }
    >();
    const local = await localFiles(
      files.filter((file) => !isFileId(file)),
      globals,
    );
    const path = `/v1/vector_stores/${await storeFor(globals, store, local.length > 0)}`;
    const uploaded = await uploadAll(globals, local, 'assistants');
    const names = new Map(uploaded.map(({ id, filename }) => [id, filename]));
    const ids = [...files.filter(isFileId), ...uploaded.map(({ id }) => id)];
    const batches: Batch[] = [];
    for (let at = 0; at < ids.length; at += filesPerBatch) {
      const body = { file_ids: ids.slice(at, at + filesPerBatch), attributes: globals.attributes ?? {} };
      const batch = await ask<Batch>(globals, 'POST', `${path}/file_batches`, body).catch((error: unknown) => {
        const left = new Set(ids.slice(at));
        throw withUploaded(
          error,
          uploaded.filter(({ id }) => left.has(id)),
        );
      });
      batches.push(globals.wait ? await finished(globals, path, batch) : batch);
    }
    if (globals.json) printJson(batches.length === 1 ? batches[0] : batches);
    else
      for (const { id, status, file_counts: counts } of batches)
        printLine(
          `${id}  ${status}  ${counts.completed} completed, ${counts.failed} failed, ${counts.in_progress} in progress`,
        );
    await reportFailures(globals, path, batches, names);
  });
}

async function finished(globals: Globals, path: string, begun: Batch): Promise<Batch> {
  const progress = createProgress();
  let batch = begun;
  const stopped = await untilSignal(async (signal) => {
    while (batch.status === 'in_progress') {
      const { in_progress: left, total } = batch.file_counts;
      progress.show(total - left, total, 'processed');
      await wait(pollMs, undefined, { signal });
      batch = await ask<Batch>(globals, 'GET', `${path}/file_batches/${batch.id}`);
    }
  }).finally(() => progress.end());
  if (stopped === undefined) return batch;
  const { in_progress: left, total } = batch.file_counts;
  throw new Failure(
    `Interrupted. All files are uploaded; the server goes on and has processed ${total - left} of ${total}. "svc file-batch get ${path.split('/').at(-1)} ${batch.id}" shows how far it is.`,
    { exitCode: exitCodeOf(stopped) },
  );
}

/**
 * Returns the id of the vector store as a path segment. Makes a store for a name that none has.
 * @param checks true to check an id: otherwise a mistyped one would fail only after all files are uploaded.
 */
async function storeFor(globals: Globals, text: string, checks: boolean): Promise<string> {
  const id = (await vectorStoreId(globals, text)) ?? (text.startsWith('vs_') || text === '' ? text : undefined);
  if (id !== undefined) {
    if (checks) await ask(globals, 'GET', `/v1/vector_stores/${idOf(id, 'vector_store')}`);
    return idOf(id, 'vector_store');
  }
  const made = await ask<{ id: string }>(globals, 'POST', '/v1/vector_stores', { name: text });
  if (!globals.json) printNote(`created the vector store ${plain(text)} (${made.id})`);
  return made.id;
}

/** Prints which files failed and why. Throws a Failure if any failed. */
async function reportFailures(
  globals: Globals,
  path: string,
  batches: Batch[],
  names: Map<string, string>,
): Promise<void> {
  let failures = 0;
  for (const { id, file_counts: counts } of batches) {
    if (counts.failed === 0) continue;
    failures += counts.failed;
    const list = `${path}/file_batches/${id}/files?filter=failed&limit=100`;
    const { data } = await ask<{ data: { id: string; last_error: { message: string } | null }[] }>(
      globals,
      'GET',
      list,
    );
    // With --json, standard error has the error alone.
    for (const file of globals.json ? [] : data)
      printNote(`${plain(names.get(file.id) ?? file.id)}: ${plain(file.last_error?.message ?? 'failed')}`);
  }
  if (failures > 0) throw new Failure(`${failures} ${failures === 1 ? 'file' : 'files'} failed.`);
}

function isFileId(text: string): boolean {
  return /^file-[0-9A-Z]{26}$/.test(text);
}

function addPair(text: string, pairs: Record<string, string> | undefined): Record<string, string> {
  const [, key, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (key === undefined || value === undefined) throw wrongUsage('--attributes must have the form KEY=VALUE.');
  return { ...pairs, [key]: value };
}
