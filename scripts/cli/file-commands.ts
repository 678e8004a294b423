// Commands that upload and download files and add them to vector stores, with a progress bar on a terminal.

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { createProgress } from '../contract/index.ts';
import { plain } from '../text/index.ts';
import { Failure, wrongUsage } from './failure.ts';
import { ask, contextHeaders, idOf, type UploadedFile, uploadFile } from './file-transfer.ts';
import { printJson, printLine, printNote } from './output.ts';
import { download, type Globals } from './session.ts';
import { sizeText } from './values.ts';

const uploadsAtOnce = 4;
const filesPerBatch = 2000;
const pollMs = 500;
const purposes = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'];

interface Batch {
  id: string;
  status: string;
  file_counts: { in_progress: number; completed: number; failed: number; cancelled: number; total: number };
}

/** `svc file upload PATHS…` */
export function uploadCommand(): Command {
  const command = new Command('upload')
    .summary('Upload local files')
    .description('Uploads local files to a project.')
    .argument('<paths...>', 'the files on this machine')
    .addOption(new Option('--purpose <text>', 'the purpose of the files').choices(purposes).default('assistants'));
  return command.action(async (paths: string[]) => {
    const globals = command.optsWithGlobals<Globals & { purpose: string }>();
    const files = await uploadAll(globals, paths, globals.purpose);
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
    const path = `/v1/files/${idOf(id, 'file_id')}/content`;
    const content = await download(globals, { method: 'GET', path, headers: contextHeaders(globals) });
    const target = globals.output === undefined ? process.stdout : createWriteStream(globals.output);
    await pipeline(content, target, { end: globals.output !== undefined });
  });
}

/** `svc vector-store add STORE FILES…` */
export function addCommand(): Command {
  const command = new Command('add')
    .summary('Upload files and wait until they are searchable')
    .description('Uploads local files into a vector store, and waits until they can be searched.')
    .argument('<vector_store_id>', 'the vector store; "svc vector-store list" shows the ids')
    .argument('<files...>', 'paths, or ids of uploaded files')
    .option('--attributes <key=value>', 'an attribute that searches can filter by; may be repeated', addPair)
    .option('--no-wait', 'returns as soon as the files are attached');
  return command.action(async (storeId: string, files: string[]) => {
    const globals = command.optsWithGlobals<Globals & { attributes?: Record<string, string>; wait: boolean }>();
    const path = `/v1/vector_stores/${idOf(storeId, 'vector_store_id')}`;
    const paths = files.filter((file) => !isFileId(file));
    // Checks the vector store first. Otherwise a mistyped id would fail only after all files are uploaded.
    if (paths.length > 0) await ask(globals, 'GET', path);
    const uploaded = await uploadAll(globals, paths, 'assistants');
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

async function uploadAll(globals: Globals, paths: string[], purpose: string): Promise<UploadedFile[]> {
  const progress = createProgress();
  const files: UploadedFile[] = [];
  const waiting = paths.entries();
  let done = 0;
  let failure: unknown;
  const work = async (): Promise<void> => {
    for (const [index, path] of waiting) {
      try {
        files[index] = await uploadFile(globals, path, purpose);
      } catch (error) {
        failure ??= error;
      }
      // The other uploads end first, because the error names all uploaded files.
      if (failure !== undefined) return;
      done += 1;
      progress.show(done, paths.length, 'uploaded');
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(uploadsAtOnce, paths.length) }, work));
  } finally {
    progress.end();
  }
  if (failure !== undefined) throw withUploaded(failure, Object.values(files));
  return files;
}

/** Adds the ids of uploaded files to an error, so that they can be attached or deleted. */
function withUploaded(error: unknown, files: readonly UploadedFile[]): unknown {
  if (error instanceof Failure && files.length > 0) {
    const ids = files.map(({ id }) => id).join(' ');
    error.message += ` Already uploaded: ${ids}. "svc vector-store add" takes these ids, and "svc file delete" deletes the files.`;
  }
  return error;
}

async function finished(globals: Globals, path: string, begun: Batch): Promise<Batch> {
  const progress = createProgress();
  let batch = begun;
  try {
    while (batch.status === 'in_progress') {
      const { in_progress: left, total } = batch.file_counts;
      progress.show(total - left, total, 'processed');
      await wait(pollMs);
      batch = await ask<Batch>(globals, 'GET', `${path}/file_batches/${batch.id}`);
    }
  } finally {
    progress.end();
  }
  return batch;
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
