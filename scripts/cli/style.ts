import { styleText } from 'node:util';

/** Returns the text in bold if the terminal supports colours and NO_COLOR is not set. */
export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
