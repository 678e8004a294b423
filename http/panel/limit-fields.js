// The form fields for the limits of a project or a key.

/** @import { Field } from './types.ts' */

import { h } from './dom.js';
import { numberField } from './fields.js';
import { changed, held } from './form.js';

/**
 * Returns the fields of all limits. The form sends only changed limits. An empty field means no limit.
 * @template {string} Name
 * @param {[name: Name, label: string][]} limits
 * @param {Record<Name, number | null>} present
 * @returns {Field}
 */
export function limitsField(limits, present) {
  const fields = limits.map(([name, label]) => numberField({ name, label, value: present[name], whenEmpty: 'null' }));
  const [first] = fields;
  const shown = held(fields);
  return {
    element: h('div', { class: 'grid' }, ...fields.map(({ element }) => element)),
    names: ['limits'],
    focus: () => first?.focus(),
    setProblem: (text, issues = []) => {
      for (const field of fields) {
        const own = issues.filter(({ loc }) => field.names.includes(loc[2] ?? ''));
        field.setProblem(text === undefined || own.length === 0 ? undefined : text, own);
      }
    },
    fill(body) {
      const own = changed(held(fields), shown);
      if (Object.keys(own).length > 0) body.limits = own;
    },
  };
}
