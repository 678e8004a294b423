// Reads the web panel's built files once, at the start of the server.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Panel, PanelFile } from '../../services/platform/index.ts';
import type { Config } from '../../services/settings/index.ts';
import { builtPanel } from './build.ts';

export { buildPanel } from './build.ts';

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

/** Reads the panel. The configuration decides whether browsers use TLS, whether the server sends mail, and who signs in. */
export function loadPanel({ server, smtp, sso }: Pick<Config, 'server' | 'smtp' | 'sso'>): Panel {
  const security = securityHeaders(server.public_url);
  const texts = builtPanel().set('icon.svg', readFileSync(new URL('icon.svg', folder), 'utf8'));
  const version = digest([...texts].flat());
  const providers = sso.providers.map(({ name }) => name);
  const settings = {
    'sends-mail': smtp.host === '' ? 'no' : 'yes',
    'identity-providers': providers.join(' '),
    passwords: sso.passwords,
  };
  const page = pageOf(version, [...texts.keys()], settings);
  const assets = new Map<string, PanelFile>();
  for (const [name, text] of texts) assets.set(name, fileOf(text, assetHeaders(name, security)));
  return {
    page: fileOf(page, { ...security.ofPages, etag: `"${digest([page])}"`, 'cache-control': 'no-cache' }),
    asset: (wanted, name) => (wanted === version ? assets.get(name) : undefined),
  };
}

function fileOf(text: string, headers: Record<string, string>): PanelFile {
  let gzipped: Uint8Array | undefined;
  return {
    text,
    headers: { ...headers, vary: 'accept-encoding' },
    gzipped() {
      gzipped ??= gzipSync(text);
      return gzipped;
    },
  };
}

interface SecurityHeaders {
  /** Of every file. */
  ofFiles: Record<string, string>;
  /** Of a file that a browser shows as a page. */
  ofPages: Record<string, string>;
}

function securityHeaders(publicUrl: string): SecurityHeaders {
  const ofFiles = {
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${oneYearSeconds}` } : {}),
  };
  const ofPages = {
    ...ofFiles,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  return { ofFiles, ofPages };
}

/** Scripts and styles get no headers of pages, which would be 45 KB of the first visit. An SVG image can be a page. */
function assetHeaders(name: string, { ofFiles, ofPages }: SecurityHeaders): Record<string, string> {
  return {
    ...(extname(name) === '.svg' ? ofPages : ofFiles),
    'content-type': mediaTypes[extname(name)] as string,
    'cache-control': `public, max-age=${oneYearSeconds}, immutable`,
  };
}

/**
 * Returns the page with preload links to its scripts, so that the browser requests all at once and not import by import.
 * @param settings what the scripts need to know. The values need no escape.
 */
function pageOf(version: string, names: string[], settings: Record<string, string>): string {
  const base = `/panel/assets/${version}/`;
  const preloads = names
    .filter((name) => extname(name) === '.js')
    .map((name) => `    <link rel="modulepreload" href="${base}${name}">`);
  const metas = Object.entries(settings).map(([name, content]) => `    <meta name="${name}" content="${content}">`);
  return readFileSync(new URL('index.html', folder), 'utf8')
    .replaceAll('/panel/assets/', base)
    .replace('    <!-- settings -->', metas.join('\n'))
    .replace('    <!-- preload -->', preloads.join('\n'));
}

function digest(texts: string[]): string {
  const hash = createHash('sha256');
  // The hash includes the lengths, so that moving text from one file to the next changes it.
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 20);
}
