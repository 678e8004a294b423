import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the text that pdftotext prints; undefined if it cannot read the file. */
export async function pdfWords(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('pdftotext', ['-q', '-enc', 'UTF-8', path, '-'], {
      timeout: 60_000,
      maxBuffer: 256 * 1024 ** 2,
    });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('Install pdftotext (Debian: poppler-utils).');
    return undefined;
  }
}
