import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that is set outside of the components that draw it. */
export function shared<Value>(first: Value) {
  let now = first;
  const readers: Set<() => void> = new Set();
  return { get: () => now, set, use };

  function set(value: Value) {
    now = value;
    for (const read of readers) read();
  }

  /** Returns the value in a component, which is drawn again when the value changes. */
  function use() {
    const [, draw] = useState<unknown>(now);
    useLayoutEffect(() => {
      const read = () => draw(() => now);
      readers.add(read);
      read();
      return () => void readers.delete(read);
    }, [readers]);
    return now;
  }
}

export type Shared<Value> = ReturnType<typeof shared<Value>>;

let lastId = 0;

/** Returns an id that is unique in the page. */
export function uniqueId(stem: string) {
  lastId += 1;
  return `${stem}-${lastId}`;
}
