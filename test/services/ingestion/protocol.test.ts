// Tests the protocol of reader processes: valid frames are decoded from fragments of any size, and invalid ones are
// rejected.

import t from 'tap';
import { dimensions, embedText } from '../../../services/gateway/embeddings/built-in.ts';
import { computed, Frames, type FromReader, toFrame } from '../../../services/ingestion/protocol.ts';
import { decodeTerms, termsOf } from '../../../services/vectors/terms.ts';

const texts = ['Grüße 😀 an alle', 'the second one, which is longer', ''];
const piece: FromReader = {
  type: 'chunks',
  done: false,
  chunks: texts.map((text, index) => computed({ text, tokens: index + 1 }, index === 1 ? undefined : embedText)),
};

/** Decodes a frame that arrives in fragments of this size. */
function heard(frame: Buffer, bytesAtOnce: number, frames = new Frames()): (FromReader | undefined)[] {
  const found: (FromReader | undefined)[] = [];
  for (let at = 0; at < frame.length; at += bytesAtOnce) {
    // A buffer with an offset, like one from a pipe.
    const part = Buffer.concat([Buffer.alloc(at % 7), frame.subarray(at, at + bytesAtOnce)]).subarray(at % 7);
    found.push(frames.push(part));
  }
  return found;
}

t.test('chunks are decoded from fragments of any size', (t) => {
  const frame = toFrame(piece);
  for (const bytesAtOnce of [1, 3, 7, 8, 9, 1000, frame.length]) {
    const found = heard(frame, bytesAtOnce);
    const said = found.pop() as typeof piece;
    t.ok(
      found.every((before) => before === undefined),
      `no frame before the last of ${bytesAtOnce} bytes`,
    );
    t.same(
      said.chunks.map(({ text, tokens }) => [text, tokens]),
      texts.map((text, index) => [text, index + 1]),
    );
    t.same(
      said.chunks.map(({ terms }) => decodeTerms(terms)),
      texts.map(termsOf),
    );
    t.same(
      said.chunks.map(({ vector }) => vector?.length),
      [dimensions, undefined, dimensions],
    );
    t.same(
      said.chunks.map(({ vector }) => vector),
      piece.chunks.map(({ vector }) => vector),
    );
  }
  t.end();
});

t.test('several frames are decoded in sequence', (t) => {
  const frames = new Frames();
  const problem: FromReader = { type: 'problem', code: 'invalid_file', message: 'It is broken.' };
  for (const said of [piece, problem, { type: 'image', mediaType: 'image/png' }, piece] as FromReader[]) {
    t.equal(heard(toFrame(said), 5, frames).pop()?.type, said.type);
  }
  t.same(heard(toFrame(problem), 5, frames).pop(), problem);
  t.end();
});

/** Returns a frame with these parts, valid or not. */
function raw(said: unknown, bytes = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(JSON.stringify(said));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, json, bytes]);
}

t.test('invalid frames of a compromised reader are rejected', (t) => {
  const chunk = { tokens: 1, text: 0, terms: 8, hasVector: false };
  const chunks = (...of: object[]) => ({ type: 'chunks', done: true, chunks: of, vectorBytes: 4 * dimensions });
  const tooMuch = Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]);
  const frames: [what: string, frame: Buffer][] = [
    ['more than there is room for', tooMuch],
    ['two frames at once', Buffer.concat([raw(chunks()), raw(chunks())])],
    ['no JSON', Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0x7b])],
    ['a text that is longer than what came', raw(chunks({ ...chunk, text: 9 }), Buffer.alloc(8))],
    ['bytes that belong to nothing', raw(chunks(chunk), Buffer.alloc(9))],
    ['a length below zero', raw(chunks({ ...chunk, text: -8 }, { ...chunk, text: 8 }), Buffer.alloc(16))],
    ['a length that is no number', raw(chunks({ ...chunk, text: '0' }), Buffer.alloc(8))],
    ['a vector that did not come', raw(chunks({ ...chunk, hasVector: true }), Buffer.alloc(8))],
    ['vectors of no number', raw({ ...chunks({ ...chunk, hasVector: true }), vectorBytes: 0 }, Buffer.alloc(8))],
    ['vectors of half a number', raw({ ...chunks(chunk), vectorBytes: 6 }, Buffer.alloc(8))],
    ['vectors of a length below zero', raw({ ...chunks(chunk), vectorBytes: -4 }, Buffer.alloc(8))],
    ['terms that are none', raw(chunks(chunk), Buffer.alloc(8, 1))],
  ];
  t.equal(heard(raw(chunks(chunk), Buffer.alloc(8)), 100).pop()?.type, 'chunks', 'the expected frame');
  for (const [what, frame] of frames) t.throws(() => heard(frame, frame.length), Error, what);
  t.end();
});
