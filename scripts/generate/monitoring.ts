// Generates deploy/alerts.yaml and deploy/dashboard.json from the metrics that the server registers. A metric without a
// panel, and an expression with a metric that does not exist, fail the generation.

import { createServerMetrics } from '../../services/metrics.ts';
import { alerts } from './monitoring/alerts.ts';
import { type Panel, panels } from './monitoring/panels.ts';

/** A metric of the server. */
interface Metric {
  name: string;
  help: string;
  type: string;
}

const ownPrefix = 'svc_';
const range = '$__rate_interval';
const quantiles = [0.5, 0.95, 0.99];
const [panelWidth, panelHeight, columns] = [8, 8, 3];

/**
 * prom-client has these metrics only on Linux. They are listed here, because the generated files must not depend on the
 * machine.
 */
const ofLinux: Metric[] = [
  { name: 'process_open_fds', help: 'Number of open file descriptors.', type: 'gauge' },
  { name: 'process_max_fds', help: 'Maximum number of open file descriptors.', type: 'gauge' },
];

async function serverMetrics(): Promise<Map<string, Metric>> {
  const { metrics } = createServerMetrics();
  const all = (await metrics.registry.getMetricsAsJSON()) as unknown as Metric[];
  return new Map([...ofLinux, ...all].map(({ name, help, type }) => [name, { name, help, type }]));
}

/** Returns the metrics that a PromQL expression names and that no server has. */
function unknownMetrics(expression: string, known: ReadonlyMap<string, Metric>): string[] {
  const named = expression.match(/\b(?:svc|nodejs|process)_\w+/g) ?? [];
  return named.filter(
    (name) => !known.has(name) && known.get(name.replace(/_(?:bucket|sum|count)$/, ''))?.type !== 'histogram',
  );
}

/** Returns the text of deploy/alerts.yaml: rules for Prometheus. */
export async function alertsFile(): Promise<string> {
  const known = await serverMetrics();
  for (const { name, expression } of alerts) refuseUnknown(`The alert ${name}`, expression, known);
  const rules = alerts.map(({ name, expression, forMinutes, severity, summary, action }) =>
    [
      `      - alert: ${name}`,
      `        expr: ${JSON.stringify(expression)}`,
      `        for: ${forMinutes}m`,
      `        labels: { severity: ${severity} }`,
      '        annotations:',
      `          summary: ${JSON.stringify(summary)}`,
      `          description: ${JSON.stringify(action)}`,
    ].join('\n'),
  );
  return `# Made by \`npm run generate\` from scripts/generate/monitoring/alerts.ts. Never edited by hand.
# The scrape job of the servers and workers must be named svc.
groups:
  - name: svc
    rules:
${rules.join('\n')}
`;
}

/** Returns the text of deploy/dashboard.json: a dashboard for Grafana 10 and later. */
export async function dashboardFile(): Promise<string> {
  const known = await serverMetrics();
  const shown = panels.flatMap((row) => row.panels.map(({ metric }) => metric));
  for (const metric of shown) refuseUnknown('The dashboard', metric, known);
  const missing = [...known.keys()].filter((name) => name.startsWith(ownPrefix) && !shown.includes(name));
  if (missing.length > 0)
    throw new Error(`Add a panel to scripts/generate/monitoring/panels.ts for ${missing.join(', ')}.`);
  let y = 0;
  let id = 0;
  const drawn = panels.flatMap((row) => {
    const title = {
      id: ++id,
      type: 'row',
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: 24, h: 1 },
    };
    const top = y + 1;
    y = top + Math.ceil(row.panels.length / columns) * panelHeight;
    const rows = row.panels.map((panel, index) => ({
      id: ++id,
      ...drawPanel(panel, known.get(panel.metric) as Metric),
      gridPos: {
        x: (index % columns) * panelWidth,
        y: top + Math.floor(index / columns) * panelHeight,
        w: panelWidth,
        h: panelHeight,
      },
    }));
    return [title, ...rows];
  });
  const dashboard = {
    uid: 'svc',
    title: 'svc',
    description: 'Made by `npm run generate` from the metrics of the server. Never edited by hand.',
    tags: ['svc'],
    schemaVersion: 39,
    editable: true,
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [dataSource, instances] },
    panels: drawn,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

const source = { type: 'prometheus', uid: '$datasource' };
const dataSource = { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' };
const instances = {
  name: 'instance',
  type: 'query',
  label: 'Instance',
  datasource: source,
  query: { query: 'label_values(process_start_time_seconds{job="svc"}, instance)', refId: 'instances' },
  refresh: 2,
  includeAll: true,
  multi: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
};

function drawPanel({ title, metric, by = [], unit }: Panel, { type, help }: Metric): object {
  const targets = queriesOf(metric, type, by).map((query, index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: source,
    expr: query.expr,
    legendFormat: query.legend,
  }));
  return {
    type: 'timeseries',
    title,
    description: help,
    datasource: source,
    fieldConfig: { defaults: { unit: unit ?? unitOf(metric, type), min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets,
  };
}

function queriesOf(metric: string, type: string, by: readonly string[]): { expr: string; legend: string }[] {
  const selected = '{job="svc", instance=~"$instance"}';
  const legend = by.map((label) => `{{${label}}}`).join(' ');
  const grouped = by.length === 0 ? '' : ` by (${by.join(', ')})`;
  if (type === 'histogram') {
    const labels = ['le', ...by].join(', ');
    return quantiles.map((quantile) => ({
      expr: `histogram_quantile(${quantile}, sum by (${labels}) (rate(${metric}_bucket${selected}[${range}])))`,
      legend: `p${quantile * 100} ${legend}`.trim(),
    }));
  }
  if (type === 'counter') {
    return [{ expr: `sum${grouped} (rate(${metric}${selected}[${range}]))`, legend: legend || 'all' }];
  }
  return [{ expr: `max${grouped || ' by (instance)'} (${metric}${selected})`, legend: legend || '{{instance}}' }];
}

function unitOf(metric: string, type: string): string {
  if (/_seconds$/.test(metric)) return 's';
  if (/_bytes$/.test(metric)) return 'bytes';
  return type === 'counter' ? 'cps' : 'short';
}

function refuseUnknown(who: string, expression: string, known: ReadonlyMap<string, Metric>): void {
  const unknown = unknownMetrics(expression, known);
  if (unknown.length > 0) throw new Error(`${who} names metrics that no server has: ${unknown.join(', ')}.`);
}
