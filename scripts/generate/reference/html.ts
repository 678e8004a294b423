// HTML templates that are safe by construction: values are escaped, unless they are Html already.

/** A piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | Html[];

/** A template tag that escapes its values. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + textOf(parts[index] ?? '')).join(''));
}

export const nothing = new Html('');

/** Joins the pieces with a separator. */
export function join(pieces: Html[], between: string): Html {
  return new Html(pieces.map(({ text }) => text).join(between));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(({ text }) => text).join('') : escapeHtml(String(part));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The link targets of code spans: a type name, or an operation such as `GET /path`. */
export type Links = Map<string, string>;

/** Renders a line of the Markdown subset that the spec's comments use: code spans and bold. */
export function inline(text: string, links: Links): Html {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return join(
    pieces.map((piece) => {
      if (piece.startsWith('**')) return html`<b>${inline(piece.slice(2, -2), links)}</b>`;
      if (!piece.startsWith('`')) return html`${piece}`;
      const code = piece.slice(1, -1);
      const target = links.get(code);
      return target === undefined ? html`<code>${code}</code>` : html`<a href="#${target}"><code>${code}</code></a>`;
    }),
    '',
  );
}

/** Renders the Markdown subset that the spec's comments use: headings, paragraphs, lists and fenced code. */
export function markdown(text: string, links: Links): Html {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim());
  return join(
    blocks.filter((block) => block !== '').map((block) => blockOf(block, links)),
    '\n',
  );
}

function blockOf(block: string, links: Links): Html {
  if (block.startsWith('```')) return html`<pre><code>${block.replace(/^```.*\n|\n```$/g, '')}</code></pre>`;
  if (block.startsWith('# ')) return html`<h2 id="${slug(block.slice(2))}">${block.slice(2)}</h2>`;
  if (!block.startsWith('- ')) return html`<p>${inline(oneLine(block), links)}</p>`;
  const items = block.slice(2).split(/\n- /);
  return html`<ul>${items.map((item) => html`<li>${inline(oneLine(item), links)}</li>`)}</ul>`;
}

/** Returns the titles of the headings. */
export function headingsOf(text: string): string[] {
  return [...text.matchAll(/^# (.+)$/gm)].map(([, title]) => title as string);
}

/** Returns the anchor of a title. */
export function slug(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
