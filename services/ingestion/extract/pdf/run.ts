/** A rectangle on the page. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** A text on a line. */
export interface Run extends Box {
  text: string;
  /** The height of the font. */
  size: number;
  /** A value of a form, or the address of a link. Its font is not known, so it makes no heading. */
  mark?: 'value' | 'address';
}
