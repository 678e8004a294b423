// Removes the citation markers from a model's text while the text arrives in pieces. `[cite:2]` cites the second file
// of the search results. A piece may end inside a marker. So the end of the text is held back while it may be the
// beginning of a marker.

/** The text of the markers that the model is told to write. */
export function markerOf(number: number): string {
  return `[cite:${number}]`;
}

/** A marker with the numbers of one or more files. A space before it is taken out too. */
const marker = / ?\[cite: ?([0-9]{1,6}(?:, ?[0-9]{1,6}){0,9})\]/y;
/** The beginning of a marker, up to the end of the text. */
const begun = / ?(?:\[(?:c(?:i(?:t(?:e(?::[0-9, ]{0,80})?)?)?)?)?)?$/y;
/** The places where a marker can begin. */
const start = / (?=\[|$)|\[/g;

/** A marker in a text. */
export interface Marker {
  /** The numbers of the cited files. */
  numbers: number[];
  length: number;
}

export class MarkerReader {
  #held = '';

  /** Returns the texts and the markers that are complete now, in order. */
  push(piece: string): (string | Marker)[] {
    return this.#read(this.#held + piece, false);
  }

  /** Returns the text that was held back. Called at the end of the text. */
  end(): (string | Marker)[] {
    return this.#read(this.#held, true);
  }

  #read(text: string, isEnd: boolean): (string | Marker)[] {
    const found: (string | Marker)[] = [];
    let plain = '';
    let at = 0;
    this.#held = '';
    for (;;) {
      start.lastIndex = at;
      const next = start.exec(text)?.index ?? text.length;
      plain += text.slice(at, next);
      if (next === text.length) break;
      const cited = markerAt(text, next);
      if (cited !== undefined) {
        if (plain !== '') found.push(plain);
        plain = '';
        found.push(cited);
        at = next + cited.length;
      } else if (!isEnd && mayBegin(text, next)) {
        this.#held = text.slice(next);
        break;
      } else {
        plain += text[next];
        at = next + 1;
      }
    }
    if (plain !== '') found.push(plain);
    return found;
  }
}

function markerAt(text: string, at: number): Marker | undefined {
  marker.lastIndex = at;
  const [whole, numbers] = marker.exec(text) ?? [];
  if (whole === undefined || numbers === undefined) return undefined;
  return { numbers: numbers.split(',').map(Number), length: whole.length };
}

function mayBegin(text: string, at: number): boolean {
  begun.lastIndex = at;
  return begun.test(text);
}

/** Breaks the markers in a text for the model, so that a marker in a document cannot become a citation. */
export function withoutMarkers(text: string): string {
  return text.replaceAll('[cite:', '[cite ');
}
