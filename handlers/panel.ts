import { type Panel, type PanelFile, ServiceError } from '../services/platform/index.ts';
import type { Handler } from './handler.ts';

export const getRoot: Handler<'getRoot'> = (_call, { panel }) => {
  // Omits the ETag, which belongs to the page and not to the redirect.
  const { etag: _tag, ...headers } = panel.page.headers;
  return { status: 302, body: undefined, headers: { ...headers, location: '/panel' } };
};

// The browser routes to the panel's page by the `#` fragment, which it does not send to the server.
export const getPanel: Handler<'getPanel'> = (call, { panel }) => page(panel, call);
export const getPanelReset: Handler<'getPanelReset'> = (call, { panel }) => page(panel, call);
export const getPanelInvitation: Handler<'getPanelInvitation'> = (call, { panel }) => page(panel, call);
export const getPanelRegister: Handler<'getPanelRegister'> = (call, { panel }) => page(panel, call);
export const getPanelSetup: Handler<'getPanelSetup'> = (call, { panel }) => page(panel, call);

export const getPanelSignIn: Handler<'getPanelSignIn'> = (call, { panel }) => page(panel, call);

export const getPanelAsset: Handler<'getPanelAsset'> = ({ params, headers }, { panel }) => {
  const file = panel.asset(params.version, params.file);
  if (file === undefined) throw new ServiceError('not_found', 'The file does not exist.');
  return contentOf(file, headers);
};

function page({ page }: Panel, { headers }: { headers: Readonly<Record<string, string>> }): Content {
  const content = contentOf(page, headers);
  return { ...content, headers: { 'content-type': 'text/html; charset=utf-8', ...content.headers } };
}

interface Content {
  status: 200;
  body: string | Uint8Array;
  headers: Record<string, string>;
}

/** Returns the file, compressed if the client accepts that: uncompressed, the panel is 200 KB. */
function contentOf(file: PanelFile, { 'accept-encoding': accepted = '' }: Readonly<Record<string, string>>): Content {
  if (!/\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(accepted.replaceAll(' ', ''))) {
    return { status: 200, body: file.text, headers: file.headers };
  }
  return { status: 200, body: file.gzipped(), headers: { ...file.headers, 'content-encoding': 'gzip' } };
}
