// Files of each kind as other programs write them, each with what the reader must make of it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { Chunker } from '../../../services/ingestion/chunker.ts';
import { extract } from '../../../services/ingestion/extract/index.ts';
import { type InputCase, wrongs } from '../../harness/input-cases.ts';
import { archives } from './samples/archives.ts';
import { embedded } from './samples/embedded.ts';
import { feeds } from './samples/feeds.ts';
import { messages } from './samples/messages.ts';
import { openDocuments } from './samples/open-documents.ts';
import { pages } from './samples/pages.ts';
import { richTexts } from './samples/rich-text.ts';
import { workbooks } from './samples/workbooks.ts';

export interface Sample extends InputCase {
  file: string;
  content: string | Uint8Array;
}

const folder = await mkdtemp(join(tmpdir(), 'svc-samples-'));
t.teardown(() => rm(folder, { recursive: true }));

for (const [what, { file, content, ...rules }] of Object.entries({
  ...archives,
  ...openDocuments,
  ...richTexts,
  ...messages,
  ...embedded,
  ...feeds,
  ...pages,
  ...workbooks,
}))
  t.test(what, async (t) => {
    const path = join(folder, file);
    await writeFile(path, content);
    const chunker = new Chunker({ maxTokens: 800, overlapTokens: 0 });
    const texts: string[] = [];
    for await (const piece of extract(path, file)) for (const { text } of chunker.push(piece)) texts.push(text);
    for (const { text } of chunker.end()) texts.push(text);
    t.strictSame(wrongs(rules, texts), [], texts.join('\n'));
  });
