// The vector store of `svc quickstart --demo`: three short documents about svc, so that a first search finds something.

import { setTimeout as wait } from 'node:timers/promises';
import { printNote } from './output.ts';
import { call, type Globals } from './session.ts';

const name = 'About svc';

const documents: Record<string, string> = {
  'search.md': `# Search your files

A vector store is a searchable collection of files. \`svc vector-store add Handbook FILE\` uploads a file into the store Handbook, and makes the store if there is none. \`svc vector-store search Handbook QUESTION\` prints the passages that fit, the best first. \`svc ask --store Handbook QUESTION\` lets a model answer from them, and names its sources.
`,
  'models.md': `# Connect a model

Models run on an upstream, a server with an OpenAI-compatible API. An admin connects one with \`svc upstream add NAME --url ADDRESS --api-key KEY\`, and tests it with \`svc upstream test NAME\`. Projects can then call its models. Search needs no upstream: svc computes the vectors of texts itself.
`,
  'backups.md': `# Make a backup

\`svc backup FILE\` writes the database and all files into one file while the server runs. A passphrase encrypts the secrets key in it. \`svc verify FILE\` checks a backup, and \`svc restore FILE\` restores it into an empty database.
`,
};

/** Returns the demo store of the project. Makes it if there is none, and waits until it can be searched. */
export async function demoStore(
  globals: Globals,
  headers: Record<string, string>,
  created: string[],
): Promise<{ id: string; name: string }> {
  const path = '/v1/vector_stores';
  const list = (await call(globals, { method: 'GET', path, query: { limit: '100' }, headers })) as {
    data: { id: string; name: string }[];
  };
  const found = list.data.find((one) => one.name === name);
  if (found !== undefined) return { id: found.id, name };
  const ids = await Promise.all(
    Object.entries(documents).map(([filename, text]) => upload(globals, headers, filename, text)),
  );
  const body = { name, file_ids: ids };
  const { id } = (await call(globals, { method: 'POST', path, headers, body })) as { id: string };
  created.push('vector store');
  for (;;) {
    const { status, file_counts: files } = (await call(globals, { method: 'GET', path: `${path}/${id}`, headers })) as {
      status: string;
      file_counts: { failed: number };
    };
    if (status === 'in_progress') {
      await wait(100);
      continue;
    }
    if (files.failed > 0)
      printNote(
        `${files.failed} of the ${ids.length} documents in "${name}" could not be read: "svc vector-store-file list ${id}" says why.`,
      );
    return { id, name };
  }
}

async function upload(
  globals: Globals,
  headers: Record<string, string>,
  filename: string,
  text: string,
): Promise<string> {
  const content = new Blob([text]);
  const form = { fields: { purpose: 'assistants' }, name: 'file', filename, content, onBytes: () => undefined };
  const file = (await call(globals, { method: 'POST', path: '/v1/files', headers, form })) as { id: string };
  return file.id;
}
