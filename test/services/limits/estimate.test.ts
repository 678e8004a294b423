// Tests the reservations for images, audio and files: by their size, and never by the length of their base64.

import t from 'tap';
import { estimateInput } from '../../../services/limits/usage/estimate.ts';

/** Pads a header to the number of bytes that are read of an image. */
const padded = (...header: (number | string)[]): Buffer =>
  Buffer.concat([
    Buffer.concat(header.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part])))),
    Buffer.alloc(200_000),
  ]);
const big = (value: number): [number, number] => [value >> 8, value & 0xff];
const little = (value: number): [number, number] => [value & 0xff, value >> 8];

// 800 × 600 pixels: two by two tiles of 170 tokens, and 85.
const [width, height] = [800, 600];
const tokens = 85 + 4 * 170;
const jpegMetadata = [0xff, 0xe1, ...big(1002), 'x'.repeat(1000)];
const lossless = (width - 1) | ((height - 1) << 14);
const pictures: [format: string, bytes: Buffer, tokens: number][] = [
  ['png', padded(0x89, 'PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, ...big(width), 0, 0, ...big(height)), tokens],
  ['jpeg', padded(0xff, 0xd8, ...jpegMetadata, 0xff, 0xc0, ...big(17), 8, ...big(height), ...big(width), 3), tokens],
  ['jpeg', padded(0xff, 0xd8, ...jpegMetadata, 0xff, 0xc2, ...big(17), 8, ...big(height), ...big(width), 3), tokens],
  ['gif', padded('GIF89a', ...little(width), ...little(height)), tokens],
  [
    'webp',
    padded('RIFF', 0, 0, 0, 0, 'WEBPVP8X', 10, 0, 0, 0, 0, 0, 0, 0, ...little(width - 1), 0, ...little(height - 1), 0),
    tokens,
  ],
  [
    'webp',
    padded('RIFF', 0, 0, 0, 0, 'WEBPVP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, ...little(width), ...little(height)),
    tokens,
  ],
  [
    'webp',
    padded(
      'RIFF',
      0,
      0,
      0,
      0,
      'WEBPVP8L',
      0,
      0,
      0,
      0,
      0x2f,
      lossless & 0xff,
      (lossless >> 8) & 0xff,
      (lossless >> 16) & 0xff,
      lossless >>> 24,
    ),
    tokens,
  ],
  // The maximum, because the size cannot be read: the header is truncated, or it is not an image.
  ['jpeg', padded(0xff, 0xd8, 0), 85 + 8 * 170],
  ['png', Buffer.from('not a picture'), 85 + 8 * 170],
];

/** Returns the tokens that the part adds to a message. */
function tokensOfPart(part: Record<string, unknown>): number {
  const bodyOf = (parts: unknown[]) => ({ messages: [{ role: 'user', content: parts }] });
  const count = (parts: unknown[]): number => estimateInput(bodyOf(parts), JSON.stringify(bodyOf(parts)).length);
  return count([part]) - count([]);
}

/** Returns a third of a token for each byte around the base64. */
const around = (part: unknown, base64: string): number => (JSON.stringify(part).length - base64.length) / 3;

t.test('an image of any format is estimated by its dimensions', async (t) => {
  for (const [index, [format, bytes, expected]] of pictures.entries()) {
    const url = `data:image/${format};base64,${bytes.toString('base64')}`;
    const part = { type: 'image_url', image_url: { url } };
    const counted = tokensOfPart(part) - around(part, url);
    t.ok(Math.abs(counted - expected) <= 1, `${index} ${format}: ${counted} is ${expected}`);
  }
  const far = { type: 'image_url', image_url: { url: 'https://example.com/x.png' } };
  t.ok(Math.abs(tokensOfPart(far) - around(far, far.image_url.url) - 1445) <= 1, 'an image by URL counts the maximum');
  const low = { type: 'image_url', image_url: { url: 'https://example.com/x.png', detail: 'low' } };
  t.ok(Math.abs(tokensOfPart(low) - around(low, low.image_url.url) - 85) <= 1, 'and the minimum with low detail');
});

t.test('audio and files are estimated by their bytes, and a file id as 80 kB', async (t) => {
  const data = Buffer.alloc(160_000).toString('base64');
  const cases: [part: Record<string, unknown>, base64: string, expected: number][] = [
    [{ type: 'input_audio', input_audio: { data, format: 'mp3' } }, data, 100],
    [{ type: 'file', file: { filename: 'x.pdf', file_data: data } }, data, 20_000],
    [{ type: 'input_file', file_data: data }, data, 20_000],
    [{ type: 'file', file: { file_id: 'file-1' } }, '', 10_000],
    [{ type: 'input_file', file_url: 'https://example.com/x.pdf' }, '', 10_000],
  ];
  for (const [part, base64, expected] of cases) {
    const counted = tokensOfPart(part) - around(part, base64);
    t.ok(Math.abs(counted - expected) <= 1, `${JSON.stringify(part).slice(0, 60)}: ${counted} is ${expected}`);
  }
});
