// A dialog that uploads files one after another and shows the progress.

import { useMemo, useRef, useState } from 'preact/hooks';
import { type ProjectContext, type Schemas, upload } from '../api/index.ts';
import { named, size } from '../shell/index.ts';
import { openDialog } from './dialog.tsx';
import { DropZone } from './drop-zone.tsx';
import { fileField } from './fields.tsx';
import { form } from './form.tsx';

interface Options {
  title: string;
  hint: string;
  submit: string;
  /** Is given the uploaded files. What it throws is shown, and a second try uploads nothing twice. */
  onDone: (files: Schemas['StoredFile'][]) => Promise<unknown>;
}

export function openUpload(context: ProjectContext, options: Options) {
  openDialog(options.title, (close) => <Upload context={context} close={close} {...options} />);
}

function Upload({ context, close, hint, submit, onDone }: Options & { context: ProjectContext; close: () => void }) {
  const [files, setFiles] = useState<File[]>([]);
  const [parts, setParts] = useState<Map<File, number>>(new Map());
  const label = { label: 'Files', name: 'files', multiple: true, hint: `${hint} Drop files here, or choose them.` };
  const box = useMemo(() => fileField(label, setFiles), []);
  /** The files that have been uploaded. */
  const sent = useRef<Map<File, Schemas['StoredFile']>>(new Map()).current;
  const zone = <DropZone content={box.element} take={box.take} />;
  const progress = (
    <ul class="uploads" aria-live="off">
      {files.map((file) => (
        <li>
          {named(file.name)} {size(file.size)}
          <progress max={1} value={parts.get(file) ?? 0} aria-label={file.name} />
        </li>
      ))}
    </ul>
  );
  return form({ fields: [box], layout: [zone, progress], submit, cancel: close, run });

  async function run() {
    if (files.length === 0) {
      box.setProblem('Choose at least one file.');
      box.focus();
      return;
    }
    for (const file of files) {
      const fill = (part: number) => setParts((before) => new Map(before).set(file, part));
      if (!sent.has(file)) sent.set(file, await upload(context, file, fill));
      fill(1);
    }
    await onDone(files.flatMap((file) => sent.get(file) ?? []));
    close();
  }
}
