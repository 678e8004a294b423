// The call of POST /v1/responses to a model. Upstreams with /v1/responses get the request as it is. Most servers of
// open models have only chat completions; for them the request is translated (chat-translation/). The settings of an
// upstream say whether it has /v1/responses. If they do not, a 404 or 405 shows that it does not.

import {
  CannotStoreResponse,
  forwardable,
  type InferenceServices,
  isUnknownPath,
  type ModelQuestion,
  maxRefusalBytes,
  type PathCheck,
  type Translation,
  type Upstream,
  type UpstreamResponse,
} from '../../gateway/index.ts';
import { type ValidationError, valueError } from '../../platform/index.ts';
import {
  ChatToResponseEvents,
  chatCompletionToResponse,
  isPackedReasoning,
  type ResponseRequest,
  responsesRequestToChat,
  Tools,
  type TranslatedRequest,
} from './chat-translation/index.ts';

/** Returns the question for a request of the Responses API. */
export function responseQuestion<Request extends ResponseRequest>(body: Request) {
  const form = new ChatForm(body);
  return {
    kind: 'response',
    path: '/responses',
    body,
    translate: (upstream) => form.translate(upstream),
    pathCheck: form,
  } satisfies ModelQuestion;
}

/**
 * Returns the request without the reasoning that this server packed for an earlier model, if an upstream of this model has
 * /v1/responses: callers keep it when they change the model. The same object if it has none.
 */
export function withoutPackedReasoning<Body extends ResponseRequest>(
  body: Body,
  { upstreams }: Pick<InferenceServices, 'upstreams'>,
): Body {
  const { input, model } = body;
  if (!Array.isArray(input) || !input.some(isPackedReasoning)) return body;
  if (!upstreams.catalogue.upstreamsOf(model).some(({ hasResponses }) => hasResponses)) return body;
  return { ...body, input: input.filter((item) => !isPackedReasoning(item)) };
}

/**
 * Returns the types of the tools that are left out because all upstreams of the model have only chat completions. It is
 * asked after the call, which may have shown what the upstreams have.
 */
export function ignoredToolsOf(body: ResponseRequest, { upstreams }: Pick<InferenceServices, 'upstreams'>): string[] {
  const offering = upstreams.catalogue.upstreamsOf(body.model);
  if (offering.length === 0 || offering.some(({ hasResponses }) => hasResponses)) return [];
  return new Tools(body).ignored.map(({ type }) => type);
}

class ChatForm implements PathCheck {
  readonly #request: ResponseRequest;
  /**
   * True for upstreams that get the translation. A call decides once for each upstream, so that other calls cannot
   * change the decision midway.
   */
  readonly #decisions = new Map<Upstream, boolean>();
  #translated: TranslatedRequest | undefined;

  constructor(request: ResponseRequest) {
    this.#request = request;
  }

  translate(upstream: Upstream): Translation | undefined {
    if (!this.#isFor(upstream)) return undefined;
    const { chat, ignoredTools = [] } = this.#translate();
    if (chat === undefined) throw onlyChatRefusal(this.#translate().untranslatable);
    const request = this.#request;
    return {
      path: '/chat/completions',
      body: forwardable(chat),
      ignoredTools,
      answer: (answer) => chatCompletionToResponse(answer, request),
      stream: () => {
        const events = new ChatToResponseEvents(request);
        return {
          begin: () => events.begin(),
          next: (data) => events.next(data as Record<string, unknown>),
          end: (isDone) => events.end(isDone),
          fail: (_code, message) => events.fail(message),
        };
      },
    };
  }

  capable(upstreams: readonly Upstream[]): readonly Upstream[] {
    if (this.#request.store !== false && upstreams.some((upstream) => this.#isFor(upstream)))
      throw new CannotStoreResponse();
    const able = upstreams.filter((upstream) => !this.#isFor(upstream) || this.#translate().chat !== undefined);
    if (able.length === 0 && upstreams.length > 0) throw onlyChatRefusal(this.#translate().untranslatable);
    const native = able.filter((upstream) => !this.#isFor(upstream));
    // Tools are left out only if no upstream can run them.
    return native.length > 0 && native.length < able.length && this.#ignoresTools() ? native : able;
  }

  async lacksPath({ upstream, exchange, head: { status, headers }, answers }: UpstreamResponse): Promise<boolean> {
    // The upstream that stores the previous response has /v1/responses.
    if (this.#isFor(upstream) || typeof this.#request.previous_response_id === 'string') return false;
    if (upstream.noteServer(headers)) {
      exchange.abort();
      answers?.undecided();
    } else {
      if (status < 400) return false;
      const text = await exchange.collect(maxRefusalBytes).catch(() => undefined);
      if (text === undefined || !isUnknownPath(text.toString(), status)) return false;
      upstream.noteNoResponses();
    }
    this.#decisions.set(upstream, true);
    return true;
  }

  #isFor(upstream: Upstream): boolean {
    const before = this.#decisions.get(upstream);
    if (before !== undefined) return before;
    const isFor = !upstream.hasResponses;
    this.#decisions.set(upstream, isFor);
    return isFor;
  }

  #ignoresTools(): boolean {
    return (this.#translate().ignoredTools ?? []).length > 0;
  }

  #translate(): Partial<TranslatedRequest> {
    this.#translated ??= responsesRequestToChat(this.#request);
    return this.#translated;
  }
}

/** Returns the error for a request that has no translation to chat completions. It names the member. */
export function onlyChatRefusal(untranslatable: TranslatedRequest['untranslatable']): ValidationError {
  const { path = [], message = '', value } = untranslatable ?? {};
  return valueError(['body', ...path], `the model's server has only chat completions, which ${message}`, value);
}
