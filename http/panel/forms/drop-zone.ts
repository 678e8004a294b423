import type { Child } from '../api/types.ts';
import { h } from '../shell/dom.ts';

/** Returns a box that takes dropped files. */
export function dropZone(content: Child, take: (files: FileList) => void) {
  const zone = h('div', { class: 'drop', dragover: hold, dragleave: release, drop }, content);
  return zone;

  function hold(event: DragEvent) {
    event.preventDefault();
    zone.classList.add('over');
  }

  function release() {
    zone.classList.remove('over');
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    release();
    if (event.dataTransfer !== null) take(event.dataTransfer.files);
  }
}
