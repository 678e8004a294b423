// The confirmation before an irreversible action. It names the resource. For important resources, the user types the
// name.

import type { Child, Field } from '../api/types.ts';
import { textField } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';

/**
 * @param question `typed`: what the reader has to write before the action is carried out. `fields`: choices that go with it.
 */
export function confirmAction({
  title,
  text,
  action,
  typed,
  fields = [],
  dangerous = true,
  run,
  onDone,
}: {
  title: string;
  text: Child | Child[];
  action: string;
  typed?: string | undefined;
  fields?: Field[];
  dangerous?: boolean;
  run: (body: Record<string, unknown>) => Promise<unknown>;
  onDone: () => void;
}): void {
  const check =
    typed === undefined
      ? undefined
      : textField({
          name: 'confirmation',
          label: (
            <span>
              Type{' '}
              <bdi>
                <strong>{typed}</strong>
              </bdi>{' '}
              to confirm
            </span>
          ),
          autocomplete: 'off',
        });
  formDialog(title, {
    lead: <p>{text}</p>,
    fields: check === undefined ? fields : [...fields, check],
    submit: action,
    dangerous,
    async run(body) {
      if (check === undefined || body.confirmation === typed) return run(body);
      check.setProblem('The text does not match.');
      check.focus();
      return false;
    },
    onDone,
  });
}
