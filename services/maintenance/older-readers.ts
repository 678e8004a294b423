// Counts the files of vector stores that an older version read, and those that could not be read again.

import { rereadState } from '../stores/index.ts';
import { type Check, ok, warning } from './finding.ts';

export function olderReadersCheck(): Check {
  return {
    part: 'files of older readers',
    advice: 'Check the database.',
    async run() {
      const { older_files: older, older_chunks: chunks, in_progress: running, failed } = await rereadState();
      if (failed > 0)
        return warning(
          `${failed} files could not be read again and keep their old chunks. \`reread.error\` of a file has the reason: "svc vector-store-file list STORE --json".`,
        );
      if (running > 0) return ok(`${running} files are being read again.`);
      const kept =
        chunks === 0
          ? ''
          : ` ${chunks} files keep the chunks of an older version: "svc vector-store reread --all" makes new ones.`;
      if (older === 0) return ok(`This version has read all files of vector stores.${kept}`);
      return ok(
        `An older version has read ${older} files of vector stores: "svc vector-store reread --all --changed" reads them again.${kept}`,
      );
    },
  };
}
