import { useMemo, useState } from 'preact/hooks';
import type { AccountContext, Page } from '../api/index.ts';
import { type Setting, sections, textField } from '../forms/index.ts';
import { heading, titleOf, uniqueId } from '../shell/index.ts';
import { settingTable, textOf } from './setting-table.tsx';

/** The titles of the parts of the configuration whose names say too little. */
const titles: Record<string, string> = {
  audit: 'Audit log',
  broker: 'Message broker',
  collections: 'Vector collections',
  data_dir: 'Data directory',
  embeddings: 'Embedding models',
  limits: 'Request limits',
  responses: 'Stored responses',
  secrets: 'Secrets key',
  server: 'HTTP server',
  smtp: 'Mail',
  sso: 'Identity providers',
  tokens: 'Tokens and sessions',
  tracing: 'Traces',
  upstream: 'Upstream calls',
  webhook: 'Webhooks',
  worker: 'Fine-tuning workers',
  workers: 'Background workers',
};

export const configurationPage: Page = {
  scope: 'admin',
  path: '/server/configuration',
  title: 'Configuration',
  shortcut: 'c',
  async render(context) {
    const [config, provenance] = await Promise.all([
      context.api.get('/admin/config'),
      context.api.get('/admin/config/provenance'),
    ]);
    return [
      heading('Configuration', {
        lead: 'The settings that you can change here come first. All servers apply a change within seconds.',
      }),
      <Configuration key={uniqueId('configuration')} context={context} parts={[...sections(config, provenance)]} />,
    ];
  },
};

type Parts = [name: string, settings: Setting[]][];

function Configuration({ context, parts }: { context: AccountContext; parts: Parts }) {
  const [wanted, find] = useState('');
  const search = useMemo(() => textField({ name: 'find', label: 'Find a setting', type: 'search', onInput: find }), []);
  const isFound = (setting: Setting) => textOf(setting).toLowerCase().includes(wanted.trim().toLowerCase());
  const changeable = groups(parts, (setting) => isFound(setting) && isChangeable(setting), context);
  const others = groups(parts, (setting) => isFound(setting) && !isChangeable(setting), context);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the style knows no such element */}
      <div class="filters" role="search">
        {search.element}
      </div>
      {changeable.length + others.length === 0 && <p class="lead">No setting contains this text.</p>}
      {changeable}
      <details key="others" class="below" hidden={others.length === 0} open={wanted.trim() !== ''}>
        <summary>Settings that require a restart</summary>
        <p class="lead">
          Set these in environment variables or in the configuration file. Restart the server after a change.
        </p>
        {others}
      </details>
    </>
  );
}

function isChangeable({ origin }: Setting) {
  return origin.live && origin.source !== 'environment';
}

function groups(parts: Parts, isWanted: (setting: Setting) => boolean, context: AccountContext) {
  return parts.flatMap(([name, all]) => {
    const settings = all.filter(isWanted);
    const title = titles[name] ?? titleOf(name);
    if (settings.length === 0) return [];
    return [
      <section class="part" key={name}>
        <h2 class="below">{title}</h2>
        {settingTable(title, settings, context)}
      </section>,
    ];
  });
}
