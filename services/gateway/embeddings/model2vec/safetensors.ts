// Reads the safetensors format: the length of the header (u64), the header in JSON, the tensors' bytes; all
// little-endian.

export interface Tensor {
  shape: number[];
  values: Float32Array;
}

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [begin: number, end: number];
}

const headBytes = 8;

type Decode = (bytes: DataView, at: number) => number;
const types: Record<string, [bytesEach: number, decode: Decode]> = {
  F64: [8, (bytes, at) => bytes.getFloat64(at, true)],
  F32: [4, (bytes, at) => bytes.getFloat32(at, true)],
  F16: [2, (bytes, at) => bytes.getFloat16(at, true)],
  I64: [8, (bytes, at) => Number(bytes.getBigInt64(at, true))],
  I32: [4, (bytes, at) => bytes.getInt32(at, true)],
};

/** Returns the tensors of a file by name, as 32-bit floats. Throws an Error that says what is wrong with the file. */
export function readSafetensors(file: Buffer): Map<string, Tensor> {
  const headerEnd = file.length < headBytes ? Number.NaN : headBytes + Number(file.readBigUInt64LE(0));
  if (!(headerEnd <= file.length)) throw new Error('is not a safetensors file');
  const header = JSON.parse(file.toString('utf8', headBytes, headerEnd)) as Record<string, Entry>;
  const { __metadata__: _, ...entries } = header;
  const body = file.subarray(headerEnd);
  return new Map(Object.entries(entries).map(([name, entry]) => [name, tensorOf(name, entry, body)]));
}

function tensorOf(name: string, { dtype, shape, data_offsets: [begin, end] }: Entry, body: Buffer): Tensor {
  const type = types[dtype];
  if (type === undefined)
    throw new Error(
      `has the tensor '${name}' of type ${dtype}, and only ${Object.keys(types).join(', ')} are supported`,
    );
  const [bytesEach, decode] = type;
  const count = shape.reduce((product, length) => product * length, 1);
  if (end > body.length || end - begin !== count * bytesEach)
    throw new Error(`has the tensor '${name}' whose length does not match its shape`);
  const view = new DataView(body.buffer, body.byteOffset + begin, end - begin);
  const values = new Float32Array(count);
  for (let index = 0; index < count; index += 1) values[index] = decode(view, index * bytesEach);
  return { shape, values };
}
