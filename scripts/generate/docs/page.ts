// The frame of every page of /docs: the contents at the side, and the search, which the page's script opens.

import { type Html, html } from '../reference/html.ts';

/** The guides in the order of the contents: the file's name in spec/guides/, and the title in the contents. */
export const guides = {
  'getting-started': 'Getting started',
  'projects-and-keys': 'Projects and keys',
  scim: 'Directories (SCIM)',
  'models-and-prices': 'Models and prices',
  'files-and-search': 'Files and search',
  answers: 'Answers from models',
  webhooks: 'Webhooks',
  'limits-and-costs': 'Limits and costs',
  'command-line': 'The command line',
  deploying: 'Deploying',
  'single-sign-on': 'Single sign-on',
  operating: 'Operating',
  'high-availability': 'High availability',
  sizes: 'Sizes',
  'search-engines': 'Search engines',
  'backups-and-upgrades': 'Backups and upgrades',
  testing: 'Testing your integration',
  sdks: 'SDKs',
} as const;

export interface Page {
  /** The title of the browser's tab. */
  title: string;
  /** The path of the page. */
  path: string;
  /** The contents of this page, shown below the list of guides. */
  contents: Html;
  main: Html;
}

export function pageText({ title, path, contents, main }: Page): string {
  const all = html`${guideList(path)}${contents}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav class="side" aria-label="Contents"><a class="brand" href="/docs">svc</a>${searchButton}${all}</nav>
<header class="bar"><a href="/docs">svc</a> ${searchButton} <a href="#contents">Contents</a></header>
<details class="top"><summary>Contents</summary><nav id="contents" aria-label="Contents">${all}</nav></details>
<main id="content">
${main}
</main>
</body>
</html>
`.text;
}

/** Hidden until the script runs, because the search needs it. */
const searchButton = html`<button class="find" type="button" hidden>Search <kbd>/</kbd></button>`;

function guideList(path: string): Html {
  const items = [...Object.entries(guides).map(([name, title]) => [`/docs/${name}`, title]), ['/docs', 'Reference']];
  return html`<p>Guides</p><ul>${items.map(([address = '', title = '']) =>
    address === path
      ? html`<li><a href="${address}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${address}">${title}</a></li>`,
  )}</ul><p><a href="/panel">Open the panel</a></p>`;
}
