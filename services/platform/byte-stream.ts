// Bytes that are handed over as they come, and never collected: the body of an answer that somebody else is still making.

/** Takes bytes, in order. */
export interface ByteSink {
  /** Takes some. False: it has enough for now, and calls `resume` of what pours into it when it takes more. */
  write(chunk: Uint8Array): boolean;
  /** That was all. */
  end(): void;
  /** It ends here, and not as it should: whoever reads must see that something is missing. */
  fail(): void;
}

/** Where bytes come from. */
export abstract class ByteStream {
  /** How many, where that is known before they come. */
  readonly bytes: number | undefined = undefined;

  /** Hands everything to the sink, from now on. Called once. */
  abstract pour(sink: ByteSink): void;
  /** The sink takes more. */
  abstract resume(): void;
  /** Nobody takes the rest. The sink is not called again. */
  abstract abort(): void;
  /** It ends before its end: what can be said about that in the stream itself is said. */
  abstract cutShort(why: CutShort): void;
}

/** The server stops and cannot wait any longer; or the caller may not have the rest any more. */
export type CutShort = 'stopping' | 'revoked';
