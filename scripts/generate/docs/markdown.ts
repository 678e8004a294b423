// Renders the Markdown subset of the spec's comments and of the guides: headings, paragraphs, lists, tables, fenced code,
// and inline code, bold and links. The reader of a guide's commands in test/docs/ shares the block parser.

import { codeBlock, type Html, html, join, slug } from '../reference/html.ts';

/** The addresses of code spans that are links: a type name, or an operation such as `GET /path`. */
export type Links = Map<string, string>;

export type Block =
  | { kind: 'heading'; depth: number; text: string }
  | { kind: 'code'; language: string; title: string; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'paragraph'; text: string };

const fence = /^```.*\n[\s\S]*?^```$/m;

/** Returns the blocks of a text. Blank lines separate them. */
export function blocksOf(text: string): Block[] {
  const [before = '', ...rest] = text.split(fence);
  const fences = [...text.matchAll(new RegExp(fence, 'gm'))].map(([code]) => codeOf(code));
  return [...proseOf(before), ...rest.flatMap((prose, index) => [fences[index] as Block, ...proseOf(prose)])];
}

function codeOf(block: string): Block {
  const [info = '', ...lines] = block.split('\n');
  const [language = '', title = ''] = info.slice(3).split(' ');
  return { kind: 'code', language, title, text: lines.slice(0, -1).join('\n') };
}

function proseOf(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(proseBlock);
}

function proseBlock(block: string): Block {
  const [, marks, title = ''] = /^(#{1,3}) (.+)$/.exec(block) ?? [];
  if (marks !== undefined) return { kind: 'heading', depth: marks.length, text: title };
  if (block.startsWith('|')) return { kind: 'table', rows: tableRows(block) };
  if (block.startsWith('- ')) return { kind: 'list', ordered: false, items: itemsOf(block, /\n- /) };
  if (block.startsWith('1. ')) return { kind: 'list', ordered: true, items: itemsOf(block, /\n\d+\. /) };
  return { kind: 'paragraph', text: oneLine(block) };
}

function itemsOf(block: string, marker: RegExp): string[] {
  return `\n${block}`.split(marker).slice(1).map(oneLine);
}

/** Returns the cells of a table, without the line between the head and the body. */
function tableRows(block: string): string[][] {
  const lines = block.split('\n').filter((_, index) => index !== 1);
  return lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** Renders a text of several blocks. */
export function markdown(text: string, links: Links): Html {
  return join(
    blocksOf(text).map((block) => blockHtml(block, links)),
    '\n',
  );
}

function blockHtml(block: Block, links: Links): Html {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.depth, inline(block.text, links), slug(block.text));
    case 'code':
      return block.language === ''
        ? html`<pre tabindex="0"><code>${block.text}</code></pre>`
        : codeBlock(block.title || (languages[block.language] ?? block.language), block.text);
    case 'list': {
      const items = block.items.map((item) => html`<li>${inline(item, links)}</li>`);
      return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'table': {
      const [head = [], ...rows] = block.rows.map((cells) => cells.map((cell) => inline(cell, links)));
      return html`<div class="wide" tabindex="0"><table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
        (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
      )}</tbody></table></div>`;
    }
    case 'paragraph':
      return html`<p>${inline(block.text, links)}</p>`;
  }
}

/** The first heading of a guide is the title of its page. In the document's description, it is a section. */
function headingHtml(depth: number, title: Html, id: string): Html {
  if (depth === 3) return html`<h3 id="${id}">${title}</h3>`;
  return html`<h2 id="${id}">${title}</h2>`;
}

/** The titles of code blocks that have none of their own. */
const languages: Record<string, string> = {
  sh: 'Shell',
  // Commands that the tests do not run.
  console: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  java: 'Java',
  ruby: 'Ruby',
  json: 'Answer',
  text: 'Output',
  yaml: 'YAML',
  nginx: 'nginx',
  ini: 'systemd',
};

/** Renders code spans, bold and links in a line of text. */
export function inline(text: string, links: Links): Html {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/);
  return join(
    pieces.map((piece) => {
      if (piece.startsWith('**')) return html`<b>${inline(piece.slice(2, -2), links)}</b>`;
      if (piece.startsWith('`')) return codeSpan(piece.slice(1, -1), links);
      const [, title, target = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? [];
      return title === undefined ? html`${piece}` : html`<a href="${addressOf(target)}">${inline(title, links)}</a>`;
    }),
    '',
  );
}

function codeSpan(code: string, links: Links): Html {
  const target = links.get(code);
  return target === undefined ? html`<code>${code}</code>` : html`<a href="${target}"><code>${code}</code></a>`;
}

/** Returns the address of a link. In the sources, a guide links to the file of another one: `webhooks.md#signatures`. */
function addressOf(target: string): string {
  const address = target.replace(/^([\w-]+)\.md(?=#|$)/, '/docs/$1');
  if (!/^(#|\/(?!\/)|https:\/\/)/.test(address))
    throw new Error(`The link target '${target}' is neither a page nor a guide.`);
  return address;
}

export function headingsOf(text: string, depth: number): string[] {
  return blocksOf(text).flatMap((block) => (block.kind === 'heading' && block.depth === depth ? block.text : []));
}
