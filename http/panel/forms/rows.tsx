// Rows of controls that the reader adds and removes.

import { useRef, useState } from 'preact/hooks';
import type { Child } from '../api/index.ts';
import { button, icon } from '../shell/index.ts';

/**
 * @param options `blank`: the content of an added row. `add` and `remove`: the labels of the buttons.
 */
export function Rows<Row>({
  first,
  blank,
  add,
  remove,
  row,
  ...options
}: {
  class: string;
  first: Row[];
  blank: Row;
  add: string;
  remove: string;
  row: (content: Row) => Child[];
}) {
  const [rows, setRows] = useState(() => first.map((content, id) => ({ content, id })));
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ul class={options.class}>
        {rows.map(({ content, id }) => (
          <li key={id} ref={id < first.length ? null : beginIn}>
            {row(content)}
            {button(icon('close'), () => drop(id), 'quiet', remove)}
          </li>
        ))}
      </ul>
      <button type="button" ref={adder} onClick={append}>
        {add}
      </button>
    </>
  );

  function append() {
    const id = Math.max(first.length, ...rows.map((one) => one.id + 1));
    setRows([...rows, { content: blank, id }]);
  }

  function drop(id: number) {
    setRows(rows.filter((one) => one.id !== id));
    adder.current?.focus();
  }
}

/** Moves the focus into a row that was added. */
function beginIn(row: HTMLElement | null) {
  row?.querySelector('input')?.focus();
}
