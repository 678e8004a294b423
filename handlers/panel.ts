import { ServiceError } from '../services/platform/index.ts';
import type { Panel } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';

export const getRoot: Handler<'getRoot'> = (_call, { panel }) => {
  // The tag is the page's, which this is not.
  const { etag: _tag, ...headers } = panel.page.headers;
  return { status: 302, body: undefined, headers: { ...headers, location: '/panel' } };
};

// Which page it is decides the browser: what stands behind the `#` never comes here.
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
