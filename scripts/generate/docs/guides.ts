// Renders the guides of spec/guides/ as pages of /docs. test/docs/guides.test.ts runs the commands of each guide.

import { readFileSync } from 'node:fs';
import { html, slug } from '../reference/html.ts';
import { type Block, blocksOf, headingsOf, type Links, markdown } from './markdown.ts';
import { guides, pageText } from './page.ts';
import type { Entry } from './search.ts';

export type GuideName = keyof typeof guides;

export const guideNames = Object.keys(guides) as GuideName[];

/** Returns the Markdown of a guide. */
export function guideSource(name: GuideName): string {
  return readFileSync(new URL(`../../../spec/guides/${name}.md`, import.meta.url), 'utf8');
}

export function guidePage(name: GuideName, links: Links): string {
  const [heading = '', ...rest] = guideSource(name).split('\n');
  const title = heading.replace(/^# /, '');
  const sections = headingsOf(rest.join('\n'), 2);
  return pageText({
    title: `${title} · svc`,
    path: `/docs/${name}`,
    contents: html`<p>On this page</p><ul>${sections.map((text) => html`<li><a href="#${slug(text)}">${text}</a></li>`)}</ul>`,
    main: html`<article class="guide">
<h1>${title}</h1>
${markdown(rest.join('\n'), links)}
${nextGuide(name)}
</article>`,
  });
}

function nextGuide(name: GuideName) {
  const next = guideNames[guideNames.indexOf(name) + 1];
  return next === undefined
    ? html`<p class="next"><a href="/docs">Reference</a></p>`
    : html`<p class="next">Next: <a href="/docs/${next}">${guides[next]}</a></p>`;
}

/** Returns an entry of the search for each section of a guide. */
export function guideEntries(name: GuideName): Entry[] {
  const entries: Entry[] = [];
  let entry: Entry = { title: guides[name], kind: 'Guide', url: `/docs/${name}`, text: '' };
  for (const block of blocksOf(guideSource(name))) {
    const isTitle = block.kind === 'heading' && block.depth === 1;
    if (block.kind === 'heading' && !isTitle) {
      entries.push(entry);
      const url = `/docs/${name}#${slug(block.text)}`;
      entry = { title: block.text, kind: `Guide: ${guides[name]}`, url, text: '' };
    } else entry.text += ` ${textOf(block)}`;
  }
  return [...entries, entry];
}

function textOf(block: Block): string {
  if (block.kind === 'table') return block.rows.flat().join(' ');
  return block.kind === 'list' ? block.items.join(' ') : block.text;
}
