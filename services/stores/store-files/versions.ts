// The versions of the programs that make the chunks of a file. Each completed file records them, so that an operator
// finds the files that a reread would improve.

/** Raise it when a reader makes another text of a file that it could read before. */
export const readerVersion = 2;
/** Raise it when the chunker divides the same text in another way. */
export const chunkerVersion = 1;
