// Assembles the scan kernel of the vector engine from its WebAssembly text.

import { readFile } from 'node:fs/promises';
import openWabt from 'wabt';

/** Returns the source of generated/kernel.ts: the module's bytes in base64. */
export async function kernelModule(path: string): Promise<string> {
  const wabt = await openWabt();
  const module = wabt.parseWat(path, await readFile(path), { simd: true });
  try {
    module.validate();
    const { buffer } = module.toBinary({});
    return [
      '// Made by `npm run generate` from services/vectors/kernel.wat. Never edited by hand.',
      '',
      `export const kernel = '${Buffer.from(buffer).toString('base64')}';`,
      '',
    ].join('\n');
  } finally {
    module.destroy();
  }
}
