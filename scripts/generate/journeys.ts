// The files of generated/journeys/: the same four journeys for each tool that can run or show them.

import type { Document } from '../document/index.ts';
import { arazzo } from './journeys/arazzo.ts';
import { bruno } from './journeys/bruno.ts';
import { httpFile } from './journeys/http-file.ts';
import { postman } from './journeys/postman.ts';
import { file } from './journeys/steps.ts';

/** Returns the files by their paths below generated/. */
export function journeyFiles(document: Document): [path: string, text: string][] {
  const files: [string, string][] = [
    ['journeys.arazzo.json', arazzo(document.info.version)],
    ['postman.json', postman(document)],
    ['journeys.http', httpFile(document)],
    [file.name, file.text],
    ...bruno(document),
  ];
  return files.map(([path, text]) => [`journeys/${path}`, text]);
}
