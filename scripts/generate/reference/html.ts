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

/** Returns the anchor of a title. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Returns a code block with a title. The page's script adds a button that copies it.
 * @param language of a group of examples in several languages: the script shows those of the chosen one.
 */
export function codeBlock(title: string, code: string, language = ''): Html {
  const mark = language === '' ? nothing : html` data-language="${language}"`;
  return html`<figure${mark}><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;
}
