/**
 * A resource of an answer that is stored as JSON text. The answer contains the text as it is: parsing a page of 8 MiB
 * and writing it again would block the event loop for 100 ms.
 */
export class EncodedJson {
  readonly id: string;
  readonly text: string;

  private constructor(id: string, text: string) {
    this.id = id;
    this.text = text;
  }

  /** Returns the resource for an answer. Only its id can be read before it is sent. */
  static of<Resource extends { id: string }>(id: string, text: string): Resource {
    return new EncodedJson(id, text) as { id: string } as Resource;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
