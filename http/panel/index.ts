// The web panel's files, read once, at start.
//
// The names of all files and what is in them make up a version, which is a part of every file's address: so a browser
// may keep a file for good, modules find each other by relative names without a build step, and a page never gets a
// mixture of two versions. The page itself is asked for each time, and answered with 304 while nothing has changed.
//
// The page names the style sheets in the order in which their rules follow each other: of two that weigh the same, the later
// one counts.
//
// A file is found by its name in a table, never by a path on the disk: what is not in the table is not there.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Config } from '../../services/settings/index.ts';
import type { Panel, PanelFile } from '../../services/tenancy/index.ts';

const folder = new URL('./', import.meta.url);

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const oneYearSeconds = 31_536_000;

/** Reads the panel. The configuration says whether browsers reach it over TLS, and whether the server sends mail. */
export function loadPanel({ server, smtp }: Pick<Config, 'server' | 'smtp'>): Panel {
  const security = securityHeaders(server.public_url);
  const texts = readFiles();
  const version = digest([...texts].flat());
  const template = readFileSync(new URL('index.html', folder), 'utf8');
  const page = pageOf(template, version, [...texts.keys()], smtp.host !== '');
  const assets = new Map<string, PanelFile>();
  for (const [name, text] of texts) assets.set(name, { text, headers: { ...security, ...assetHeaders(name) } });
  return {
    page: { text: page, headers: { ...security, etag: `"${digest([page])}"`, 'cache-control': 'no-cache' } },
    asset: (wanted, name) => (wanted === version ? assets.get(name) : undefined),
  };
}

function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${oneYearSeconds}` } : {}),
  };
}

function assetHeaders(name: string): Record<string, string> {
  return {
    'content-type': mediaTypes[extname(name)] as string,
    'cache-control': `public, max-age=${oneYearSeconds}, immutable`,
  };
}

/** The files to serve, by name. */
function readFiles(): Map<string, string> {
  const names = readdirSync(folder).filter((name) => extname(name) in mediaTypes);
  return new Map(names.sort().map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
}

/** The page with the addresses of its files, which it asks for all at once rather than import by import. */
function pageOf(template: string, version: string, names: string[], sendsMail: boolean): string {
  const base = `/panel/assets/${version}/`;
  const preloads = names
    .filter((name) => extname(name) === '.js')
    .map((name) => `    <link rel="modulepreload" href="${base}${name}">`);
  return template
    .replaceAll('/panel/assets/', base)
    .replace('<!-- mail -->', `<meta name="sends-mail" content="${sendsMail ? 'yes' : 'no'}">`)
    .replace('    <!-- preload -->', preloads.join('\n'));
}

function digest(texts: string[]): string {
  const hash = createHash('sha256');
  // With their lengths: what is the end of one text and the beginning of the next must count.
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 20);
}
