import { ServiceError } from '../services/platform/index.ts';
import type { Panel } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';

export const getRoot: Handler<'getRoot'> = (_call, { panel }) => {
  // Omits the ETag, which belongs to the page and not to the redirect.
  const { etag: _tag, ...headers } = panel.page.headers;
  return { status: 302, body: undefined, headers: { ...headers, location: '/panel' } };
};

// The browser routes to the panel's page by the `#` fragment, which it does not send to the server.
export const getPanel: Handler<'getPanel'> = (_call, { panel }) => page(panel);
export const getPanelReset: Handler<'getPanelReset'> = (_call, { panel }) => page(panel);
export const getPanelInvitation: Handler<'getPanelInvitation'> = (_call, { panel }) => page(panel);
export const getPanelRegister: Handler<'getPanelRegister'> = (_call, { panel }) => page(panel);

export const getPanelAsset: Handler<'getPanelAsset'> = ({ params }, { panel }) => {
  const file = panel.asset(params.version, params.file);
  if (file === undefined) throw new ServiceError('not_found', 'The file does not exist.');
  return { status: 200, body: file.text, headers: file.headers };
};

function page({ page: { text, headers } }: Panel): { status: 200; body: string; headers: Record<string, string> } {
  return { status: 200, body: text, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } };
}
