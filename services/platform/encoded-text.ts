// Content codings (RFC 9110, section 8.4) of large static texts. Each is compressed at its first use and cached.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Coding = 'br' | 'gzip' | 'identity';

/** Level 9 of 11: the last two levels take ten times as long and save 5 %. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const encoders: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

/** A text in one coding, with its headers. */
export interface Representation {
  bytes: Uint8Array;
  headers: Record<string, string>;
}

export class EncodedText {
  readonly #bytes: Buffer;
  readonly #digest: string;
  readonly #made = new Map<Coding, Promise<Buffer>>();

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
    this.#digest = createHash('sha256').update(this.#bytes).digest('hex').slice(0, 20);
  }

  /**
   * Returns the text in the best coding that the client accepts.
   * @param acceptEncoding the request's Accept-Encoding header.
   */
  async for(acceptEncoding: string | undefined): Promise<Representation> {
    const coding = codingFor(acceptEncoding);
    const made = this.#made.get(coding) ?? encoders[coding](this.#bytes);
    this.#made.set(coding, made);
    return {
      bytes: await made,
      headers: {
        // Each coding has its own entity tag, because a cache may hold several codings.
        etag: `"${this.#digest}-${coding}"`,
        'cache-control': 'public, no-cache',
        vary: 'accept-encoding',
        ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      },
    };
  }
}

function codingFor(acceptEncoding = ''): Coding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .filter(([, weight = 'q=1']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}
