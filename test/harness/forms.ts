// Uploads files through the API as forms.

import { Job } from '../../models/job.ts';
import type { Answer, TestApp } from './app.ts';
import { until } from './process.ts';

const removals = ['remove-object', 'remove-parts'];

export interface Upload {
  content: string | Uint8Array<ArrayBuffer>;
  filename?: string;
  purpose?: string;
  /** Additional parts of the form. */
  more?: Record<string, string>;
}

/** Sends a file to POST /v1/files. */
export function sendFile(
  app: Pick<TestApp, 'request'>,
  token: string,
  { content, filename = 'note.txt', purpose = 'assistants', more = {} }: Upload,
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content]), filename);
  form.append('purpose', purpose);
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  return app.request('POST', '/v1/files', { token, form });
}

/** Uploads a file, and returns its id. */
export async function upload(app: Pick<TestApp, 'request'>, token: string, file: Upload): Promise<string> {
  const { status, body, text } = await sendFile(app, token, file);
  if (status !== 200) throw new Error(`The upload was refused: ${text}`);
  return body.id;
}

/** Returns the number of objects in the app's storage, once the jobs that remove objects have ended. */
export async function countObjects({ app }: TestApp): Promise<number> {
  await until(async () => ((await Job.count({ where: { kind: removals } })) === 0 ? true : undefined));
  let count = 0;
  for await (const _object of app.services.files.storage.objects()) count += 1;
  return count;
}
