// Extracts the visible text of an HTML page: no scripts and styles, one line for each block element.

import { Parser } from 'htmlparser2';
import { invalid } from '../problem.ts';
import { extractText } from './text.ts';

/** Malformed pages leave thousands of elements open, and the parser's time grows with the square of the depth. */
const maxDepth = 10_000;

const unseen = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'iframe', 'object']);
const blocks = new Set(
  'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
const cells = new Set(['td', 'th']);

export async function* extractHtml(path: string): AsyncIterable<string> {
  let text = '';
  let hidden = 0;
  let depth = 0;
  const parser = new Parser({
    onopentagname(name) {
      depth += 1;
      if (depth > maxDepth) throw invalid('The page is nested too deeply.');
      if (unseen.has(name)) hidden += 1;
      else if (blocks.has(name)) text += '\n';
    },
    ontext(data) {
      if (hidden === 0) text += data.replaceAll(/\s+/g, ' ');
    },
    onclosetag(name) {
      depth -= 1;
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1);
      else if (blocks.has(name)) text += '\n';
      else if (cells.has(name)) text += '\t';
    },
  });
  for await (const piece of extractText(path)) {
    parser.write(piece);
    yield tidy(text);
    text = '';
  }
  parser.end();
  yield tidy(text);
}

/** Collapses blank lines. */
function tidy(text: string): string {
  return text.replaceAll(/[ \t]*\n\s*/g, '\n');
}
