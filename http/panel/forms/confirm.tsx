// The confirmation before an irreversible action. It names the resource. For important resources, the user types the
// name.

import type { Child } from '../api/index.ts';
import { textField } from './fields.tsx';
import type { Options } from './form.tsx';
import { formDialog } from './form-dialog.tsx';

export interface Question<Result> extends Pick<Options<Result>, 'run' | 'onDone' | 'notice' | 'dangerous'> {
  title: string;
  text: Child | Child[];
  /** The text of the button. */
  action: string;
  /** The reader has to write this before the action is carried out. */
  typed?: string | undefined;
  /** Choices that go with the action. */
  fields?: Options['fields'];
}

/** Asks before an action, which is dangerous unless the question says otherwise. */
export function confirmAction<Result>({
  title,
  text,
  action,
  typed,
  fields = [],
  ...question
}: Question<Result>): void {
  const label = [
    'Type ',
    <bdi>
      <strong>{typed}</strong>
    </bdi>,
    ' to confirm',
  ];
  const check = textField({ name: 'confirmation', label: <span>{label}</span> });
  formDialog(title, {
    dangerous: true,
    ...question,
    lead: <p>{text}</p>,
    fields: typed === undefined ? fields : [...fields, check],
    submit: action,
    async run(body) {
      if (typed === undefined || body.confirmation === typed) return question.run(body);
      check.setProblem('The text does not match.');
      check.focus();
      return false;
    },
  });
}
