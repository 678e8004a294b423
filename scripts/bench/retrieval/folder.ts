// Reads a retrieval set from a folder, in one of the two formats in which such sets are published.
//
// BEIR:  corpus.jsonl   {"_id": "d1", "title": "…", "text": "…"} a line
//        queries.jsonl  {"_id": "q1", "text": "…"} a line
//        qrels.tsv, or qrels/test.tsv: question, document and grade, separated by tabs; a header line is skipped
// SMART: files ending in .all (documents), .qry (questions) and .rel (judgements), in upper or lower case.
//        Documents and questions begin with `.I NUMBER`; `.T` and `.W` begin title and text, other fields are ignored.
//        Questions are numbered by position. Judgements: `question document …`, or `question 0 document grade`.

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RetrievalSet } from './set.ts';

/** Reads the set. Throws an Error that lists the required files if they are missing. */
export async function readFolder(folder: string): Promise<RetrievalSet> {
  const names = await readdir(folder);
  const name = basename(folder);
  if (names.includes('corpus.jsonl')) return { name, ...(await readBeir(folder, names)) };
  const [documents, questions, judgements] = ['.all', '.qry', '.rel'].map((ending) =>
    names.find((file) => file.toLowerCase().endsWith(ending)),
  );
  if (documents === undefined || questions === undefined || judgements === undefined)
    throw new Error(`${folder} has neither corpus.jsonl, queries.jsonl and qrels.tsv nor *.all, *.qry and *.rel`);
  const read = (file: string) => readFile(join(folder, file), 'latin1');
  return {
    name,
    documents: new Map(smartEntries(await read(documents))),
    questions: new Map(smartEntries(await read(questions)).map(([, text], index) => [String(index + 1), text])),
    judgements: smartJudgements(await read(judgements)),
  };
}

async function readBeir(folder: string, names: string[]): Promise<Omit<RetrievalSet, 'name'>> {
  const lines = async (file: string): Promise<string[]> =>
    (await readFile(join(folder, file), 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const entries = async (file: string): Promise<[string, string][]> =>
    (await lines(file)).map((line) => {
      const { _id: id, title = '', text } = JSON.parse(line) as { _id: string; title?: string; text: string };
      return [id, title === '' ? text : `${title}\n${text}`];
    });
  const judgements: RetrievalSet['judgements'] = new Map();
  for (const line of await lines(names.includes('qrels.tsv') ? 'qrels.tsv' : 'qrels/test.tsv')) {
    const [question = '', document = '', grade = ''] = line.trim().split('\t');
    if (!Number.isNaN(Number(grade))) judge(judgements, question, document, Number(grade));
  }
  return {
    documents: new Map(await entries('corpus.jsonl')),
    questions: new Map(await entries('queries.jsonl')),
    judgements,
  };
}

function smartEntries(text: string): [id: string, text: string][] {
  return text
    .split(/^\.I\s+/m)
    .slice(1)
    .map((entry) => {
      const [id = '', ...lines] = entry.split('\n');
      let field = '';
      const kept = lines.filter((line) => {
        const [, marker] = /^\.([A-Z])\s*$/.exec(line) ?? [];
        field = marker ?? field;
        return marker === undefined && (field === 'T' || field === 'W');
      });
      return [id.trim(), kept.join('\n').trim()];
    });
}

function smartJudgements(text: string): RetrievalSet['judgements'] {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const isTrec = rows.every((row) => row.length === 4 && row[1] === '0');
  const judgements: RetrievalSet['judgements'] = new Map();
  for (const [question = '', second = '', third = '', grade] of rows) {
    if (isTrec) judge(judgements, question, third, Number(grade));
    else judge(judgements, question, second, 1);
  }
  return judgements;
}

function judge(judgements: RetrievalSet['judgements'], question: string, document: string, grade: number): void {
  if (grade <= 0) return;
  const known = judgements.get(question) ?? new Map<string, number>();
  judgements.set(question, known.set(document, grade));
}
