/** @import { Child } from './types.ts' */

import { h } from './dom.js';

/**
 * Returns a box that takes dropped files.
 * @param {Child} content
 * @param {(files: FileList) => void} take
 */
export function dropZone(content, take) {
  const zone = h('div', { class: 'drop', dragover: hold, dragleave: release, drop }, content);
  return zone;

  /** @param {DragEvent} event */
  function hold(event) {
    event.preventDefault();
    zone.classList.add('over');
  }

  function release() {
    zone.classList.remove('over');
  }

  /** @param {DragEvent} event */
  function drop(event) {
    event.preventDefault();
    release();
    if (event.dataTransfer !== null) take(event.dataTransfer.files);
  }
}
