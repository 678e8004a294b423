import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { csvOf, download, type OrganizationContext, type Page, spanOf, totals, usage } from '../api/index.ts';
import { controls, groupOf, hiddenIf } from '../forms/index.ts';
import { chosenIn, Filters } from '../lists/index.ts';
import { announce, button, heading, keepInAddress, section } from '../shell/index.ts';
import { namesOf } from './usage-names.ts';
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
  const fields = useMemo(controls, []);
  const [hasDates, showDates] = useState(false);
  const shown = useRef<Shown>(undefined);
  const { element, load } = useMemo(
    () =>
      section(context, async () => {
        // The fields have the values of the address by then.
        await undefined;
        shown.current = await read(context, chosenIn(fields));
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
          keepInAddress(chosenIn(fields));
          void load();
        }}
      >
        {button('Download CSV', () => save(shown.current))}
      </Filters>
      {element}
    </>
  );
}

function save(shown: Shown | undefined) {
  if (shown === undefined) return announce('The report is still loading.');
  const { span, buckets, nameOf, group } = shown;
  download(`usage-${dateOf(span.from)}.csv`, 'text/csv', csvOf(buckets, nameOf, group));
}

async function read({ api }: OrganizationContext, chosen: Record<string, string>): Promise<Shown> {
  const group = groupOf(chosen.group);
  const span = spanOf(chosen);
  const { buckets, projectOf } = await usage(api, span, group);
  const sums = totals(buckets).filter(([, one]) => Object.values(one).some((amount) => amount > 0));
  const names = await namesOf(
    api,
    group,
    sums.slice(0, mostRows).map(([id]) => id),
    projectOf,
  );
  const nameOf = (id: string) => names.get(id) ?? (id === '' ? nameless(group) : id);
  return { buckets, sums, span, group, nameOf };
}

function dateOf(seconds: number) {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
