import { useState } from 'preact/hooks';
import type { Child } from '../api/index.ts';

/** A box that takes dropped files. */
export function DropZone({ content, take }: { content: Child; take: (files: FileList) => void }) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside takes files too, by the keyboard
    <div class={isOver ? 'drop over' : 'drop'} onDragOver={hold} onDragLeave={() => setOver(false)} onDrop={drop}>
      {content}
    </div>
  );

  function hold(event: DragEvent) {
    event.preventDefault();
    setOver(true);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null) take(event.dataTransfer.files);
  }
}
