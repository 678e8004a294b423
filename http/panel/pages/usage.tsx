import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  csvOf,
  download,
  folded,
  type OrganizationContext,
  others,
  type Page,
  spanOf,
  totals,
  usage,
} from '../api/index.ts';
import { controls, groupOf, hiddenIf } from '../forms/index.ts';
import { chosenIn, Filters } from '../lists/index.ts';
import { announce, button, count, heading, href, keepInAddress, section, tell } from '../shell/index.ts';
import { addNames } from './usage-names.ts';
import { report } from './usage-parts.tsx';
import { mostRows, nameless, type Shown } from './usage-tables.tsx';

export const usagePage: Page = {
  scope: 'organization',
  path: '/o/:organization/usage',
  title: 'Usage',
  shortcut: 'u',
  permission: 'usage.read',
  render: (context) => [
    heading('Usage', { lead: 'The usage of the organization’s projects. Days and hours are in UTC.' }),
    <Usage context={context} />,
  ],
};

function Usage({ context }: { context: OrganizationContext }) {
  const only = Object.fromEntries([...context.query].filter(([name]) => name === 'project' || name === 'key'));
  const fields = useMemo(controls, []);
  const [hasDates, showDates] = useState(false);
  const shown = useRef<Shown>(undefined);
  const { element, load } = useMemo(
    () =>
      section(context, async () => {
        // The fields have the values of the address by then.
        await undefined;
        shown.current = await read(context, { ...chosenIn(fields), ...only });
        return report(shown.current);
      }),
    [],
  );
  const look = () => showDates(chosenIn(fields).window === 'dates');
  useLayoutEffect(look, []);
  return (
    <>
      <Filters
        query={context.query}
        fields={fields.map((field) =>
          field.names[0] === 'from' || field.names[0] === 'until'
            ? { ...field, element: hiddenIf(!hasDates, field) }
            : field,
        )}
        onChange={() => {
          look();
          keepInAddress({ ...chosenIn(fields), ...only });
          tell('');
          void load().then(() => tell('The report is shown.'));
        }}
      >
        {button('Download CSV', () => save(shown.current))}
      </Filters>
      {element}
    </>
  );
}

async function save(shown: Shown | undefined) {
  if (shown === undefined) return announce('The report is still loading.');
  const { span, buckets, sums, nameOf, nameAll, group } = shown;
  if (sums.length > mostRows) announce(`Loading ${count(sums.length)} names. The download follows.`);
  await nameAll();
  download(
    `usage-${new Date(span.from * 1000).toISOString().slice(0, 10)}.csv`,
    'text/csv',
    csvOf(buckets, nameOf, group),
  );
}

async function read({ api, organization }: OrganizationContext, chosen: Record<string, string>): Promise<Shown> {
  const group = groupOf(chosen.group);
  const span = spanOf(chosen);
  const { buckets, projectOf } = await usage(api, span, group, chosen);
  const sums = totals(buckets).filter(([, one]) => Object.values(one).some((amount) => amount > 0));
  const names = new Map<string, string>();
  const nameSome = (most: number) =>
    addNames(
      names,
      api,
      group,
      sums.slice(0, most).map(([id]) => id),
      projectOf,
    );
  await nameSome(mostRows);
  const { project, key } = chosen;
  if (project !== undefined) await addNames(names, api, 'project_id', [project], projectOf);
  if (key !== undefined) await addNames(names, api, 'api_key_id', [key], new Map([[key, project ?? '']]));
  const linkTo = (more: Record<string, string | undefined>) => {
    const query = Object.entries({ ...chosen, ...more }).filter((one): one is [string, string] => one[1] !== undefined);
    return href(`/o/${organization.id}/usage?${new URLSearchParams(query)}`);
  };
  const nameOf = (id: string) => names.get(id) ?? (id === '' ? nameless(group) : id === others ? 'others' : id);
  return {
    buckets,
    drawn: folded(buckets, sums),
    sums,
    span,
    group,
    only: { project, key },
    projectOf,
    nameOf,
    nameAll: () => nameSome(sums.length),
    linkTo,
  };
}
