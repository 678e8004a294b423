import type { Page, Schemas } from '../api/index.ts';
import { table } from '../lists/index.ts';
import { button, count, countOf, heading, moment, stateBadge } from '../shell/index.ts';

type Check = Schemas['DoctorCheck'];

/** The checks that need attention come first. */
const order = ['failed', 'warning', 'ok', 'skipped'];

export const healthChecksPage: Page = {
  scope: 'admin',
  path: '/server/health',
  title: 'Health checks',
  shortcut: 'h',
  async render({ api, reload }) {
    const report = await api.get('/admin/doctor');
    const checks = order.flatMap((state) => report.checks.filter((check) => check.state === state));
    return [
      heading('Health checks', {
        lead: 'The parts of this server and everything that it uses. In a shell, "svc doctor" checks the same.',
        actions: [button('Check again', () => reload(), 'primary')],
      }),
      <div class="filters">
        <p>
          {summary(checks)} Checked {moment(report.checked_at)}.
        </p>
      </div>,
      table(checks, 'Health checks', {
        Part: ({ part }) => part,
        State: ({ state }) => stateBadge(state),
        Finding: ({ message }) => message,
      }),
    ];
  },
};

function summary(checks: Check[]) {
  const numberOf = (wanted: Check['state']) => checks.filter(({ state }) => state === wanted).length;
  const [failed, warnings] = [numberOf('failed'), numberOf('warning')];
  if (failed + warnings === 0) return 'No problems found.';
  const warned = warnings > 0 && countOf(warnings, ['warning', 'warnings']);
  return `${[failed > 0 && `${count(failed)} failed`, warned].filter((part) => part !== false).join(', ')}.`;
}
