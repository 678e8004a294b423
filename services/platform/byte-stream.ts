// A stream of bytes that are forwarded as they arrive and never buffered as a whole, such as an upstream's response.

/** The consumer of a byte stream. */
export interface ByteSink {
  /** Accepts a chunk. Returns false for backpressure: the sink calls `resume` of the stream when it can take more. */
  write(chunk: Uint8Array): boolean;
  /** The stream has ended. */
  end(): void;
  /** The stream was cut off. The reader must be able to see that data is missing. */
  fail(): void;
}

/** The producer of a byte stream. */
export abstract class ByteStream {
  /** The total number of bytes, if it is known in advance. */
  readonly bytes: number | undefined = undefined;

  /** Starts to write everything to the sink. Called once. */
  abstract pour(sink: ByteSink): void;
  /** Continues after backpressure. */
  abstract resume(): void;
  /** Stops the stream, because nobody reads the rest. The sink is not called again. */
  abstract abort(): void;
  /** Ends the stream early. Writes the reason into the stream if its format allows that. */
  abstract cutShort(why: CutShort): void;
}

/** `stopping`: the server stops and cannot wait longer. `revoked`: the caller has lost access. */
export type CutShort = 'stopping' | 'revoked';
