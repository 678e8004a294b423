// Calls a chat model for a text, for calls that this server itself makes.

import { askModel, type Payer } from './internal-calls.ts';
import { ModelProblem } from './model-problem.ts';
import type { InferenceServices } from './services.ts';
import type { Upstream } from './upstream/index.ts';
import { upstreamFailed } from './upstream/upstream-errors.ts';

export interface ChatQuestion {
  model: string;
  messages: readonly { role: 'system' | 'user'; content: unknown }[];
  maxOutputTokens: number;
}

const maxAnswerBytes = 1 << 20;

/** Returns the text of the model's answer; empty if it has none. Throws the errors of `askModel`. */
export async function askForText(
  offering: readonly Upstream[],
  { model, messages, maxOutputTokens }: ChatQuestion,
  payer: Payer,
  modelCalls: InferenceServices['modelCalls'],
  signal: AbortSignal,
): Promise<string> {
  const ask = (limit: string): Promise<unknown> => {
    const body = { messages, [limit]: maxOutputTokens };
    const question = { kind: 'chat', path: '/chat/completions', model, body, maxOutputTokens, maxAnswerBytes } as const;
    return askModel(offering, question, payer, modelCalls, signal);
  };
  // Older servers accept only `max_tokens`, newer models only `max_completion_tokens`, and their errors name the
  // other one.
  const answer = await ask('max_tokens').catch((error: unknown) => {
    if (error instanceof ModelProblem && error.message.includes('max_completion_tokens'))
      return ask('max_completion_tokens');
    throw error;
  });
  return textIn(answer);
}

/** Returns the upstreams that offer a model of the operator's choice. `problem` is the message if there are none. */
export async function offeringForServer(
  model: string,
  { catalogue }: InferenceServices['upstreams'],
  problem: string,
): Promise<readonly Upstream[]> {
  const offering = catalogue.offering(model) ?? (await catalogue.findOffering(model));
  if (offering !== undefined) return offering;
  if (catalogue.isIncomplete) throw upstreamFailed('could not list the models of an upstream');
  throw new ModelProblem(problem);
}

/** Returns the text of an answer, whose content is a string or a list of parts. */
function textIn(answer: unknown): string {
  const { choices } = Object(answer) as { choices?: { message?: { content?: unknown } }[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  const parts = Array.isArray(content)
    ? content.map((part: unknown) => (Object(part) as { text?: unknown }).text)
    : [content];
  return parts
    .filter((part) => typeof part === 'string')
    .join('\n')
    .trim();
}
