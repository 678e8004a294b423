// A dialog that uploads files one after another and shows the progress.

import type { ProjectContext, Schemas } from '../api/types.ts';
import { upload } from '../api/upload.ts';
import { fill, h } from '../shell/dom.ts';
import { named, size } from '../shell/format.tsx';
import { openDialog } from './dialog.ts';
import { dropZone } from './drop-zone.tsx';
import { labelled } from './fields.ts';
import { form } from './form.ts';

/**
 * @param options `onDone` is given what was uploaded; what it throws is shown, and a second try uploads nothing twice.
 */
export function openUpload(
  context: ProjectContext,
  {
    title,
    hint,
    submit,
    onDone,
  }: { title: string; hint: string; submit: string; onDone: (files: Schemas['StoredFile'][]) => Promise<unknown> },
) {
  const input = h('input', { type: 'file', multiple: true, name: 'files', change: show });
  const box = labelled(input, { label: 'Files', hint: `${hint} Drop files here, or choose them.` });
  const zone = dropZone(box.element, (files) => {
    input.files = files;
    show();
  });
  const field = { ...box, names: ['file'], fill: () => undefined };
  const progress = h('ul', { class: 'uploads', 'aria-live': 'off' });
  /** The files that have been uploaded. */
  const sent: Map<File, Schemas['StoredFile']> = new Map();
  openDialog(title, (close) =>
    form({
      fields: [field],
      layout: [zone, progress],
      submit,
      cancel: close,
      async run() {
        const files = [...(input.files ?? [])];
        if (files.length === 0) {
          box.setProblem('Choose at least one file.');
          box.focus();
          return;
        }
        const bars = show();
        for (const [index, file] of files.entries()) {
          const fillBar = (part: number) => bars[index]?.setAttribute('value', String(part));
          if (!sent.has(file)) sent.set(file, await upload(context, file, fillBar));
          fillBar(1);
        }
        await onDone(files.flatMap((file) => sent.get(file) ?? []));
        close();
      },
    }),
  );

  /** Lists the chosen files, and returns their progress bars. */
  function show() {
    const files = [...(input.files ?? [])];
    const bars = files.map(({ name }) => h('progress', { max: 1, value: 0, 'aria-label': name }));
    fill(
      progress,
      files.map((file, index) => h('li', {}, named(file.name), ' ', size(file.size), bars[index])),
    );
    return bars;
  }
}
