// XML, as the parts of office documents: elements and texts, one after the other. Entities are never read from anywhere;
// a part that declares any is refused, as the format demands.

import { Parser } from 'htmlparser2';
import { invalid } from '../problem.ts';

const maxDepth = 1000;

export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(data: string): void;
  close?(name: string): void;
}

/** Reads the bytes of a part, and pauses after each piece: what the handler has gathered by then can be taken from it. */
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
