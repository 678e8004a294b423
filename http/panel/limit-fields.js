// The form fields for the limits of a project or a key.

/** @import { Child, Field, Schemas } from './types.ts' */

import { h } from './dom.js';
import { numberField } from './fields.js';
import { changed, held } from './form.js';
import { count } from './format.js';
import { centsPerDollar } from './number-text.js';
import { issueText } from './problem-texts.js';

/** @typedef {keyof typeof import('./number-text.js').numberUnits} Unit */

/**
 * Returns the fields of all limits. The form sends only changed limits. An empty field means no limit.
 * @template {string} Name
 * @param {[name: Name, label: string, unit?: Unit][]} limits
 * @param {Record<Name, number | null>} present
 * @returns {Field}
 */
export function limitsField(limits, present) {
  const fields = limits.map(([name, label, unit = 'number']) => {
    const options = { name, label, value: present[name], whenEmpty: /** @type {const} */ ('null') };
    return unit === 'cents' ? dollarsField(options) : numberField({ ...options, unit });
  });
  const sizes = limits.some(([, , unit]) => unit === 'bytes') ? '; sizes such as 10 GB' : '';
  const shown = held(fields);
  let wrong = fields[0];
  return {
    element: h(
      'div',
      { class: 'limits' },
      h('p', { class: 'hint' }, `Numbers such as 500, 10k or 2.5M${sizes}. Empty: no limit.`),
      h('div', { class: 'grid' }, ...fields.map(({ element }) => element)),
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
 * @param {{ name: string, label: Child, hint?: Child, value: number | null, whenEmpty: 'null' }} options
 * @returns {Field}
 */
export function dollarsField(options) {
  const field = numberField({ ...options, unit: 'cents' });
  return {
    ...field,
    setProblem: (text, issues = []) => field.setProblem(text === undefined ? undefined : amountText(issues)),
  };
}

/** @param {Schemas['ValidationIssue'][]} issues */
function amountText([issue]) {
  const { le: most } = /** @type {Record<string, unknown>} */ (issue?.ctx ?? {});
  if (typeof most === 'number') return `Use ${count(most / centsPerDollar)} or less.`;
  const isFraction = /^\D*\d*\.\d{3,}\s*[a-z]*$/i.test(String(issue?.input));
  return isFraction
    ? 'Use whole cents: two digits after the point, such as 12.50.'
    : 'Use an amount of dollars, such as 12.50.';
}
