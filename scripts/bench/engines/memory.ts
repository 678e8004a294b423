// Not an engine, but the lower bound for every engine that reads all vectors. Reads one byte per dimension from memory,
// with the C library's search for a byte that does not occur.

import { serve } from './engine.ts';
import { dimensions, type Size } from './passages.ts';

const codes = new Map<Size, Buffer>();

await serve({
  async fill() {},
  async search({ size }) {
    const bytes = codes.get(size) ?? Buffer.alloc(size * dimensions, 1);
    codes.set(size, bytes);
    if (bytes.includes(0)) throw new Error('The search must not find the byte');
    return [];
  },
});
