import type { Child } from '../api/index.ts';
import { openDialog } from './dialog.tsx';
import { form, type Options } from './form.tsx';

interface DialogOptions<Result> extends Omit<Options<Result>, 'cancel'> {
  /** Stands above the form. */
  lead?: Child;
}

/** Opens a dialog with a form, and closes it after the form was sent, before `onDone` runs. */
export function formDialog<Result>(title: string, { lead, ...options }: DialogOptions<Result>) {
  openDialog(title, (close) => [
    lead,
    form({
      ...options,
      cancel: close,
      onDone(result: Result) {
        close();
        return options.onDone?.(result);
      },
    }),
  ]);
}
