// The tokens that are reserved for an image, by its size and not by the length of its base64. The rule is that of the
// public API's models at full detail: the image is scaled to fit 2048 x 2048, then its shorter side to 768. Each tile
// of 512 x 512 costs 170 tokens, plus 85 for the image.

const base = 85;
const tile = 170;
/** The maximum of the rule: 2048 x 768, which is 8 tiles. Used if the size is unknown, as for an image by URL. */
const maxImageTokens = base + 8 * tile;

/** A JPEG has its size after its metadata, so this many characters of the base64 are searched. */
const maxHeaderCharacters = 512 * 1024;
const firstCharacters = 64;

interface Size {
  width: number;
  height: number;
}

/** Returns the tokens of an image by its URL. Reads the size from data URLs of PNG, JPEG, GIF and WebP. */
export function tokensOfImage(url: string, detail: unknown): number {
  if (detail === 'low') return base;
  const size = url.startsWith('data:') ? sizeOf(url) : undefined;
  return size === undefined ? maxImageTokens : tokensOfSize(size);
}

function tokensOfSize({ width, height }: Size): number {
  const intoSquare = Math.min(1, 2048 / Math.max(width, height));
  const intoTiles = Math.min(intoSquare, 768 / Math.min(width, height));
  const tiles = Math.ceil((width * intoTiles) / 512) * Math.ceil((height * intoTiles) / 512);
  return base + tile * tiles;
}

/** Returns the size, or undefined if the data is none of the four formats. */
function sizeOf(url: string): Size | undefined {
  const start = url.indexOf(',') + 1;
  const bytes = Buffer.from(url.slice(start, start + firstCharacters), 'base64');
  const size = bytes[0] === 0xff && bytes[1] === 0xd8 ? sizeOfJpeg(url, start) : sizeInHeader(bytes);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

function sizeInHeader(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  return bytes.toString('latin1', 8, 12) === 'WEBP' ? sizeOfWebp(bytes) : undefined;
}

function sizeOfWebp(bytes: Buffer): Size | undefined {
  const format = bytes.toString('latin1', 12, 16);
  if (format === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (format === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (format !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/**
 * The size is in the first frame header: markers C0 to CF, except C4 (tables), C8 (extensions) and CC (arithmetic
 * coding).
 */
function sizeOfJpeg(url: string, start: number): Size | undefined {
  const bytes = Buffer.from(url.slice(start, start + maxHeaderCharacters), 'base64');
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
