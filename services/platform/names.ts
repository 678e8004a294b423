/** Line separators count as control characters, because they break lines in logs, mails and tables. */
const controlPattern = /[\p{Cc}\u2028\u2029]/u;
/** Characters that are neither spaces nor control or format characters. */
const visiblePattern = /[^\p{Z}\p{Cc}\p{Cf}]/u;
const directionPattern = /[\u202A-\u202E\u2066-\u2069]/;

/** Returns why a text is no name, or undefined. The caller has limited its length. */
export function nameFault(text: string): string | undefined {
  if (text.isWellFormed() && !visiblePattern.test(text)) return 'a name needs a character that can be seen';
  if (directionPattern.test(text)) return 'a name must not contain characters that change the direction of text';
  return labelFault(text);
}

/** Returns why a text is no label, or undefined. */
export function labelFault(text: string): string | undefined {
  if (controlPattern.test(text)) return 'control characters and line breaks are not allowed here';
  return text.isWellFormed() ? undefined : 'the text is not valid Unicode';
}
