// The form fields for the limits of a project or a key.

import type { Field, Schemas } from '../api/index.ts';
import { centsPerDollar, count, issueText, type numberUnits } from '../shell/index.ts';
import { numberField } from './fields.tsx';
import { changed, elementsOf, held } from './form.tsx';

type Unit = keyof typeof numberUnits;

/** The labels of limits by their names, and their units. */
type Limits<Name extends string> = Record<Name, readonly [label: string, unit?: Unit]>;

/** The limits that projects and keys have in common. */
export const callLimits = {
  requests_per_minute: ['Requests per minute'],
  tokens_per_minute: ['Model tokens per minute'],
  tokens_per_day: ['Model tokens per day (UTC)'],
  tokens_per_month: ['Model tokens per month (UTC)'],
} as const;

/**
 * Returns the fields of all limits. The form sends only changed limits. An empty field means no limit.
 * @param present undefined: of something new.
 */
export function limitsField<Name extends string>(
  limits: Limits<Name>,
  present: Record<NoInfer<Name>, number | null> | undefined,
): Field {
  const entries = Object.entries(limits) as [Name, Limits<Name>[Name]][];
  const fields = entries.map(([name, [label, unit = 'number']]) => {
    const options = { name, label, value: present?.[name] ?? null, whenEmpty: 'null' as const };
    return unit === 'cents' ? dollarsField(options) : numberField({ ...options, unit });
  });
  const sizes = entries.some(([, [, unit]]) => unit === 'bytes') ? '; sizes such as 10 GB' : '';
  const shown = held(fields);
  let wrong = fields[0];
  return {
    element: (
      <div class="limits">
        <p class="hint">Numbers such as 500, 10k or 2.5M{sizes}. Empty: no limit.</p>
        <div class="grid">{elementsOf(fields)}</div>
      </div>
    ),
    names: ['limits'],
    focus: () => wrong?.focus(),
    setProblem: (_text, issues = []) => {
      wrong = undefined;
      for (const field of fields) {
        const own = issues.filter(({ loc }) => field.names.includes(loc[2] ?? ''));
        if (own.length > 0) wrong ??= field;
        field.setProblem(own.length === 0 ? undefined : issueText(own), own);
      }
    },
    fill(body) {
      const own = changed(held(fields), shown);
      if (Object.keys(own).length > 0) body.limits = own;
    },
  };
}

/**
 * A field for an amount in dollars, whose value is in cents. Rewrites the server's errors, because those are about
 * cents.
 */
export function dollarsField(options: {
  name: string;
  label: string;
  hint?: string;
  value: number | null;
  whenEmpty: 'null';
}): Field {
  const field = numberField({ ...options, unit: 'cents' });
  return {
    ...field,
    setProblem: (text, issues = []) => field.setProblem(text === undefined ? undefined : amountText(issues)),
  };
}

function amountText([issue]: Schemas['ValidationIssue'][]) {
  const { le: most } = (issue?.ctx ?? {}) as Record<string, unknown>;
  if (typeof most === 'number') return `Use ${count(most / centsPerDollar)} or less.`;
  const isFraction = /^\D*\d*\.\d{3,}\s*[a-z]*$/i.test(String(issue?.input));
  return isFraction
    ? 'Use whole cents: two digits after the point, such as 12.50.'
    : 'Use an amount of dollars, such as 12.50.';
}
