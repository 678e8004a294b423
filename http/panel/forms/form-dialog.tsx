import type { Child } from '../api/types.ts';
import { openDialog } from './dialog.tsx';
import { form, type Options } from './form.tsx';

interface DialogOptions<Result> extends Omit<Options, 'run' | 'cancel'> {
  /** Stands above the form. */
  lead?: Child;
  /** Is given the body. The form shows what it throws. False: the dialog stays open. */
  run: (body: Record<string, unknown>) => Promise<Result | false>;
  /** Runs after the dialog has closed. */
  onDone?: (result: Result) => unknown;
}

/** Opens a dialog with a form, and closes it after the form was sent. */
export function formDialog<Result>(title: string, { lead, run, onDone, ...options }: DialogOptions<Result>) {
  openDialog(title, (close) => [
    lead,
    form({
      ...options,
      cancel: close,
      async run(body) {
        const result = await run(body);
        if (result === false) return;
        close();
        onDone?.(result);
      },
    }),
  ]);
}
