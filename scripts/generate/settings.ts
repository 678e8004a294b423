// Generates the settings reference from services/settings/: generated/settings.md, and a section of the reference page.

import { isList, isSetting, type Setting, settings, type Tree } from '../../services/settings/index.ts';
import { inline } from './docs/markdown.ts';
import { type Html, html, nothing } from './reference/html.ts';

interface SettingRow {
  /** The environment variable; undefined: the setting belongs to the items of a list. */
  env: string | undefined;
  /** The dotted path in the configuration file; for a member of a list's item, the path inside the item. */
  path: string;
  fallback: string;
  about: string;
}

const columns = ['Variable', 'Path', 'Default', 'Meaning'];
const itemColumns = columns.slice(1);
const noLinks = new Map<string, string>();

const introduction = `A setting comes from its environment variable, else from the YAML or JSON file that \`SVC_CONFIG\` names (nested as the paths
say), else from the default. An unknown or malformed setting stops the start with a line that names the setting.

Settings marked (live) can change while the server runs: \`svc config set PATH VALUE\`, \`PATCH /admin/config\`, or the panel.
\`svc config provenance\` shows where each value comes from. Settings marked (secret) are masked: an admin reveals one at a time, and the audit log
records it. The value of a secret variable may also come from a file: \`NAME_FILE\` names the file, for every variable \`NAME\` that
holds a secret.

The command line also reads \`SVC_URL\`, \`SVC_TOKEN\`, \`SVC_ORGANIZATION\`, \`SVC_PROJECT\`, \`SVC_WEBHOOK_SECRET\`, \`SVC_PASSWORD\`, \`SVC_BACKUP_PASSPHRASE\` and \`SVC_BACKUP_PASSPHRASE_FILE\`.`;

const itemsTitle = 'Settings of an upstream';
const itemsIntroduction = 'Each item of the list `upstreams` has these settings.';

/** Returns the text of generated/settings.md. */
export function settingsFile(): string {
  const texts = (rows: SettingRow[]): string[][] =>
    rows.map(({ env, path, fallback, about }) => [
      ...(env === undefined ? [] : [`\`${env}\``]),
      `\`${path}\``,
      fallback,
      about,
    ]);
  return `<!-- Made by \`npm run generate\` from services/settings/. Never edited by hand. -->

# Settings

${introduction}

${markdownTable(columns, texts(settingRows()))}

## ${itemsTitle}

${itemsIntroduction} [services/gateway/README.md](../services/gateway/README.md) has an example.

${markdownTable(itemColumns, texts(upstreamRows()))}
`;
}

/** Returns the settings as a section of the reference page. */
export function settingsSection(): Html {
  return html`<section class="g" id="settings">
<h2>Settings</h2>
${introduction.split('\n\n').map((text) => html`<p>${inline(text, noLinks)}</p>`)}
${htmlTable(columns, settingRows())}
<h3>${itemsTitle}</h3>
<p>${inline(itemsIntroduction, noLinks)}</p>
${htmlTable(itemColumns, upstreamRows())}
</section>`;
}

/** Returns every setting that has a variable, in the order of the configuration file. */
export function settingRows(): SettingRow[] {
  return rowsOf(settings, []);
}

function upstreamRows(): SettingRow[] {
  return rowsOf(settings.upstreams.items, []);
}

function rowsOf(tree: Tree, path: string[]): SettingRow[] {
  return Object.entries(tree).flatMap(([key, node]) => {
    const here = [...path, key];
    const place = { path: here.join('.') };
    if (isSetting(node))
      return [{ ...place, env: node.env, fallback: defaultOf(node, key), about: `${node.about}${marksOf(node)}` }];
    if (isList(node))
      return [{ ...place, env: node.env, fallback: 'none', about: `${node.about} A JSON list.${marksOf(node)}` }];
    return rowsOf(node as Tree, here);
  });
}

function marksOf({ secret = false, live }: { secret?: boolean; live: boolean }): string {
  const marks = [...(secret ? ['secret'] : []), ...(live ? ['live'] : [])];
  return marks.length === 0 ? '' : ` (${marks.join(', ')})`;
}

function defaultOf({ fallback, required, defaultText }: Setting<unknown>, key: string): string {
  if (required) return 'required';
  if (defaultText !== undefined) return defaultText;
  if (fallback === '' || fallback === null || (typeof fallback === 'object' && Object.keys(fallback).length === 0))
    return 'none';
  if (typeof fallback === 'number' && key.endsWith('_bytes')) return sizeText(fallback);
  return `\`${String(fallback)}\``;
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes >= 2 ** 30 ? [bytes / 2 ** 30, 'GiB'] : [bytes / 2 ** 20, 'MiB'];
  return `\`${bytes}\` (${size} ${unit})`;
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function htmlTable(head: string[], rows: SettingRow[]): Html {
  return html`<table class="v"><thead><tr>${head.map((title) => html`<th>${title}</th>`)}</tr></thead><tbody>${rows.map(
    ({ env, path, fallback, about }) =>
      html`<tr id="setting-${path}">${env === undefined ? nothing : html`<td><code>${env}</code></td>`}<td><code>${path}</code></td><td>${inline(fallback, noLinks)}</td><td>${about}</td></tr>`,
  )}</tbody></table>`;
}
