// One question and its answer in the playground: what has arrived so far, and how it is shown.

import { count, decimals, named, problem } from '../shell/index.ts';
import type { Answer, AnswerEvent, FoundText } from './answer-stream.ts';

export interface Turn {
  question: string;
  model: string;
  /** The text of the answer so far, with the names of cited files between its parts. */
  parts: (string | { cites: string })[];
  /** The names of the cited files by their ids. */
  sources: Map<string, string>;
  /** Milliseconds from the request to the first word. */
  firstMs: number;
  facts: string;
  /** True once the answer has ended as it should. */
  isWhole: boolean;
  error?: unknown;
}

export interface FileSearch {
  query: string;
  hits: FoundText[];
}

export function newTurn(question: string, model: string): Turn {
  return { question, model, parts: [], sources: new Map(), firstMs: 0, facts: 'Waiting …', isWhole: false };
}

/**
 * Adds an event to the turn. Returns the search that the event reports, if it does.
 * @param ms since the request.
 */
export function hear(turn: Turn, { type, delta = '', annotation, item }: AnswerEvent, ms: number) {
  if (type === 'response.output_text.delta' || type === 'response.refusal.delta') {
    turn.firstMs ||= ms;
    turn.parts.push(delta);
  } else if (annotation?.type === 'file_citation') {
    turn.sources.set(annotation.file_id, annotation.filename);
    turn.parts.push({ cites: annotation.file_id });
  } else if (type === 'response.output_item.done' && item?.type === 'file_search_call')
    return { query: (item.queries ?? []).join(' '), hits: item.results ?? [] };
  return undefined;
}

/** Returns the messages of a turn for the next request. Some models refuse a message without text. */
export function messagesOf({ question, parts, isWhole }: Turn) {
  const text = parts.filter((part) => typeof part === 'string').join('');
  if (!isWhole || text === '') return [];
  return [
    { role: 'user', content: question },
    { role: 'assistant', content: text },
  ];
}

/** @param ms from the request to the end. */
export function factsOf({ firstMs }: Turn, answer: Answer | undefined, ms: number) {
  const seconds = (duration: number) => `${decimals(duration / 1000)} s`;
  return [
    answer?.usage && `${count(answer.usage.input_tokens)} tokens in, ${count(answer.usage.output_tokens)} out.`,
    `${firstMs === 0 ? 'All' : `First word after ${seconds(firstMs)}, all`} after ${seconds(ms)}.`,
    answer?.incomplete_details && `The answer is incomplete: ${answer.incomplete_details.reason}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export function TurnItems({ turn }: { turn: Turn }) {
  const ids = [...turn.sources.keys()];
  return (
    <>
      <li>
        <p class="who">You</p>
        <div class="said" dir="auto">
          {turn.question}
        </div>
      </li>
      <li>
        <p class="who">
          <bdi>{turn.model}</bdi>
        </p>
        <div class="said" dir="auto">
          {turn.parts.map((part) =>
            typeof part === 'string' ? (
              part
            ) : (
              <sup title={turn.sources.get(part.cites)}>[{ids.indexOf(part.cites) + 1}]</sup>
            ),
          )}
          {turn.error !== undefined && problem(turn.error)}
        </div>
        {ids.length > 0 && (
          <ul class="sources small" aria-label="Sources">
            {[...turn.sources.values()].map((name, index) => (
              <li>
                [{index + 1}] {named(name)}
              </li>
            ))}
          </ul>
        )}
        <p class="soft small">{turn.facts}</p>
      </li>
    </>
  );
}
