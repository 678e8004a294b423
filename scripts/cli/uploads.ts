// Uploads many local files at once. On a terminal it shows bytes, speed and time left. After Ctrl-C it says what was
// uploaded and what was not.

import { constants } from 'node:os';
import { createProgress } from '../contract/index.ts';
import { plain } from '../text/index.ts';
import { Failure } from './failure.ts';
import { type UploadedFile, uploadFile } from './file-transfer.ts';
import type { LocalFile } from './local-files.ts';
import type { Globals } from './session.ts';
import { durationText, sizeText } from './values.ts';

const uploadsAtOnce = 8;
/** A message names at most so many files. */
const maxNamed = 20;

/** Uploads the files. Returns them in the order of the paths. Throws a Failure that names what was uploaded before it. */
export async function uploadAll(globals: Globals, local: LocalFile[], purpose: string): Promise<UploadedFile[]> {
  const progress = uploadProgress(local);
  const files: UploadedFile[] = [];
  const waiting = local.entries();
  let failure: unknown;
  const stopped = await untilSignal(async (signal) => {
    const work = async (): Promise<void> => {
      for (const [index, { path }] of waiting) {
        try {
          files[index] = await uploadFile(globals, path, { purpose, signal, onBytes: progress.addBytes });
        } catch (error) {
          failure ??= error;
        }
        // The other uploads end first, because the error names all uploaded files.
        if (failure !== undefined) return;
        progress.addFile();
      }
    };
    await Promise.all(Array.from({ length: Math.min(uploadsAtOnce, local.length) }, work));
  });
  progress.end();
  if (stopped !== undefined) throw interrupted(stopped, local, files);
  if (failure !== undefined) throw withUploaded(failure, Object.values(files));
  return files;
}

/** Adds the ids of uploaded files to an error, so that they can be attached or deleted. */
export function withUploaded(error: unknown, files: readonly UploadedFile[]): unknown {
  if (error instanceof Failure && files.length > 0)
    error.message += ` Already uploaded: ${named(files.map(({ id }) => id))}. "svc vector-store add" takes these ids, and "svc file delete" deletes the files.`;
  return error;
}

/** A signal that interrupted the work. */
type Interruption = 'SIGINT' | 'SIGTERM';

/**
 * Runs the work until it ends or a signal arrives, which aborts the work's own signal. Returns the signal; undefined if
 * none arrived. A second signal ends the process.
 */
export async function untilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<Interruption | undefined> {
  const stop = new AbortController();
  let stopped: Interruption | undefined;
  const end = (signal: NodeJS.Signals): void => {
    stopped = signal as Interruption;
    stop.abort();
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    await work(stop.signal);
  } catch (error) {
    if (stopped === undefined) throw error;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
  return stopped;
}

/** Returns the exit code of a command that a signal interrupted. */
export function exitCodeOf(signal: Interruption): 130 | 143 {
  return (128 + constants.signals[signal]) as 130 | 143;
}

function interrupted(signal: Interruption, local: LocalFile[], files: UploadedFile[]): Failure {
  const done = Object.values(files);
  const left = local.filter((_, index) => files[index] === undefined).map(({ path }) => plain(path));
  const uploaded = done.length === 0 ? 'Nothing was uploaded.' : `Uploaded: ${named(done.map(({ id }) => id))}.`;
  return new Failure(`Interrupted. ${uploaded} Not uploaded: ${named(left)}.`, { exitCode: exitCodeOf(signal) });
}

function named(names: string[]): string {
  const more = names.length - maxNamed;
  return more > 0 ? `${names.slice(0, maxNamed).join(' ')} and ${more} more` : names.join(' ');
}

function uploadProgress(local: LocalFile[]): { addFile(): void; addBytes(count: number): void; end(): void } {
  const progress = createProgress();
  const total = local.reduce((sum, { bytes }) => sum + bytes, 0);
  const startedAt = performance.now();
  let files = 0;
  let sent = 0;
  const show = (): void => {
    const speed = (sent / (performance.now() - startedAt)) * 1000;
    const left = speed > 0 && sent < total ? `, ${durationText(Math.ceil((total - sent) / speed))} left` : '';
    const bytes = `${sizeText(sent)} of ${sizeText(total)}, ${sizeText(Math.round(speed))}/s`;
    progress.show(
      files,
      local.length,
      `uploaded, ${bytes}${left}`,
      total === 0 ? files / local.length : Math.min(1, sent / total),
    );
  };
  return {
    addFile: () => {
      files += 1;
      show();
    },
    addBytes: (count) => {
      sent += count;
      show();
    },
    end: () => progress.end(),
  };
}
