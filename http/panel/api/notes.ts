// Notes in the storage of the browser, which may block it.

type Area = 'localStorage' | 'sessionStorage';

/** Returns the note. Null: there is none. Undefined: the storage is blocked. */
export function noted(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key);
  } catch {
    return undefined;
  }
}

/** Keeps the note, unless the storage is blocked. Null removes it. */
export function note(area: Area, key: string, value: string | null) {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // See noted.
  }
}
