// Streams the XML parts of office documents as elements and texts. Entities are never resolved: a part that declares
// any is refused, as the format requires.

import { Parser } from 'htmlparser2';
import { invalid } from '../problem.ts';

const maxDepth = 1000;

export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(data: string): void;
  close?(name: string): void;
}

/** Parses a part, and yields after each piece, so that the caller can take what the handler has collected. */
export async function* readXml(part: AsyncIterable<Buffer>, handler: XmlHandler): AsyncIterable<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > maxDepth) throw invalid('The document is nested too deeply.');
        handler.open?.(name, attributes);
      },
      ontext: (data) => handler.text?.(data),
      onclosetag(name) {
        depth -= 1;
        handler.close?.(name);
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype')
          throw invalid('The document declares XML entities, which are not supported.');
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of part) {
    parser.write(decoder.decode(bytes, { stream: true }));
    yield;
  }
  parser.end(decoder.decode());
  yield;
}
