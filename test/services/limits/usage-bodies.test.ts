// Tests the token counts and costs of usage bodies from OpenAI, Anthropic-compatible servers, vLLM, llama.cpp, Ollama
// and LiteLLM. Each row has the body, the tokens of each price computed by hand, and the cost in US cents, exact to
// 10⁻⁸ cents so that no part is lost in rounding. test/api/costs.test.ts has some of them over HTTP.

import t from 'tap';
import { tokensOfBody, UsageReader } from '../../../services/gateway/upstream/usage.ts';
import { costOf } from '../../../services/limits/usage/cost.ts';

/** In US dollars per million tokens. All prices differ, so that no two parts can be confused. */
const price = {
  input: 1.25,
  cached_input: 0.125,
  cache_write: 1.5625,
  audio_input: 40,
  output: 10,
  reasoning: 12.003,
  audio_output: 80,
};
const billionthsPerCent = 1e7;

type Usage = Record<string, unknown>;
/** The tokens of each price. `text` and `output` count the tokens without a price of their own. */
type Parts = Partial<Record<'text' | 'cached' | 'written' | 'sound' | 'output' | 'thought' | 'spoken', number>>;
type Told = ReturnType<typeof tokensOfBody>;

const inBody = (body: Usage): Told => tokensOfBody(Buffer.from(JSON.stringify(body)));
const message = { role: 'assistant', content: 'It is "usage": {"prompt_tokens": 1, "completion_tokens": 1}' };
const chat = (usage: Usage): Told => inBody({ id: 'c', choices: [{ index: 0, message }], usage });
/** Returns the result for a body that ends like those of llama.cpp. */
const timed = (usage: Usage): Told =>
  inBody({ choices: [{ index: 0, message }], usage, id: 'c', timings: { prompt_n: 13, predicted_n: 8 } });
const afterEvents = (...events: object[]): Told => {
  const reader = new UsageReader();
  for (const event of events) reader.read(event);
  return reader.tokens;
};
const event = (usage: Usage): Told => afterEvents({ choices: [], usage });
const response = (usage: Usage): Told => inBody({ id: 'r', output: [message], usage, user: null, metadata: {} });
const responseEvent = (usage: Usage): Told => afterEvents({ type: 'response.completed', response: { id: 'r', usage } });
const embedding = (usage: Usage): Told =>
  inBody({ object: 'list', data: [{ embedding: [0.25], index: 0 }], model: 'm', usage });
const transcription = (usage: Usage): Told => inBody({ text: 'Imagine.', usage });
const ofMessage = (usage: Usage): Told =>
  inBody({ id: 'msg_1', content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn', usage });

/** Returns the usage of a chat, with the sum of its tokens. Vendors differ in the order of its members. */
const openAi = (prompt_tokens: number, completion_tokens: number, more: Usage = {}): Usage => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  ...more,
});
const vllm = (prompt_tokens: number, completion_tokens: number, more: Usage = {}): Usage => ({
  prompt_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  completion_tokens,
  ...more,
});
const liteLlm = (prompt_tokens: number, completion_tokens: number, more: Usage = {}): Usage => ({
  completion_tokens,
  prompt_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  ...more,
});
/** Returns the usage of a response: the tokens that were read and written, each with their details. */
const ofResponse = (
  [input_tokens, input_tokens_details]: [number, Usage],
  [output_tokens, output_tokens_details]: [number, Usage],
  more: Usage = {},
): Usage => {
  const total_tokens = input_tokens + output_tokens;
  return { input_tokens, input_tokens_details, output_tokens, output_tokens_details, total_tokens, ...more };
};

const table: Record<string, [told: Told, expected: [parts: Parts | undefined, cents: number]]> = {
  'OpenAI chat': [chat(openAi(19, 10)), [{ text: 19, output: 10 }, 0.012375]],
  'OpenAI chat, all details at 0': [
    chat(
      openAi(19, 10, {
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: {
          reasoning_tokens: 0,
          audio_tokens: 0,
          accepted_prediction_tokens: 0,
          rejected_prediction_tokens: 0,
        },
      }),
    ),
    [{ text: 19, output: 10 }, 0.012375],
  ],
  'OpenAI chat, cached': [
    chat(openAi(2006, 300, { prompt_tokens_details: { cached_tokens: 1920 } })),
    [{ text: 86, cached: 1920, output: 300 }, 0.33475],
  ],
  'OpenAI chat, reasoning': [
    chat(openAi(13, 1137, { completion_tokens_details: { reasoning_tokens: 1088 } })),
    [{ text: 13, output: 49, thought: 1088 }, 1.3565514],
  ],
  'OpenAI chat, nothing but reasoning': [
    chat(openAi(13, 512, { completion_tokens_details: { reasoning_tokens: 512 } })),
    [{ text: 13, thought: 512 }, 0.6161786],
  ],
  'OpenAI chat, sound in and out': [
    chat(
      openAi(1110, 382, {
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 93, text_tokens: 1017, image_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 318, text_tokens: 64 },
      }),
    ),
    [{ text: 1017, sound: 93, output: 64, spoken: 318 }, 3.107125],
  ],
  'OpenAI chat, sound and cached text': [
    chat(openAi(1500, 20, { prompt_tokens_details: { cached_tokens: 1024, audio_tokens: 200 } })),
    [{ text: 276, cached: 1024, sound: 200, output: 20 }, 0.8673],
  ],
  'OpenAI chat, predicted output': [
    chat(
      openAi(400, 90, {
        completion_tokens_details: {
          reasoning_tokens: 0,
          accepted_prediction_tokens: 60,
          rejected_prediction_tokens: 20,
        },
      }),
    ),
    [{ text: 400, output: 90 }, 0.14],
  ],
  'OpenAI chat stream, last event': [
    event(openAi(9, 12, { prompt_tokens_details: { cached_tokens: 4 } })),
    [{ text: 5, cached: 4, output: 12 }, 0.012675],
  ],
  'OpenAI completion': [chat(openAi(5, 7)), [{ text: 5, output: 7 }, 0.007625]],
  'OpenAI response': [
    response(ofResponse([36, { cached_tokens: 0 }], [87, { reasoning_tokens: 0 }])),
    [{ text: 36, output: 87 }, 0.0915],
  ],
  'OpenAI response, cached and reasoning': [
    response(ofResponse([81, { cached_tokens: 64 }], [1035, { reasoning_tokens: 832 }])),
    [{ text: 17, cached: 64, output: 203, thought: 832 }, 1.2045746],
  ],
  'OpenAI response stream, response.completed': [
    responseEvent(ofResponse([11, { cached_tokens: 3 }], [6, { reasoning_tokens: 2 }])),
    [{ text: 8, cached: 3, output: 4, thought: 2 }, 0.0074381],
  ],
  'OpenAI embeddings': [embedding({ prompt_tokens: 8, total_tokens: 8 }), [{ text: 8 }, 0.001]],
  'OpenAI embeddings of many texts': [
    embedding({ prompt_tokens: 299999, total_tokens: 299999 }),
    [{ text: 299999 }, 37.499875],
  ],
  'OpenAI transcription by tokens': [
    transcription({
      type: 'tokens',
      input_tokens: 14,
      input_token_details: { text_tokens: 10, audio_tokens: 4 },
      output_tokens: 101,
      total_tokens: 115,
    }),
    [{ text: 10, sound: 4, output: 101 }, 0.11825],
  ],
  'OpenAI transcription by seconds': [transcription({ type: 'duration', seconds: 27 }), [undefined, 0]],
  'OpenAI audio, cached sound': [
    response({
      total_tokens: 253,
      input_tokens: 132,
      output_tokens: 121,
      input_token_details: {
        text_tokens: 119,
        audio_tokens: 13,
        image_tokens: 0,
        cached_tokens: 64,
        cached_tokens_details: { text_tokens: 60, audio_tokens: 4, image_tokens: 0 },
      },
      output_token_details: { text_tokens: 30, audio_tokens: 91 },
    }),
    [{ text: 59, cached: 64, sound: 9, output: 30, spoken: 91 }, 0.802175],
  ],
  'Anthropic-compatible message': [
    ofMessage({ input_tokens: 2095, output_tokens: 503 }),
    [{ text: 2095, output: 503 }, 0.764875],
  ],
  'Anthropic-compatible message, cache written': [
    ofMessage({
      input_tokens: 21,
      cache_creation_input_tokens: 188086,
      cache_read_input_tokens: 0,
      output_tokens: 393,
    }),
    [{ text: 21, written: 188086, output: 393 }, 29.7840625],
  ],
  'Anthropic-compatible message, cache read': [
    ofMessage({
      input_tokens: 21,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 188086,
      output_tokens: 393,
    }),
    [{ text: 21, cached: 188086, output: 393 }, 2.7467],
  ],
  'Anthropic-compatible message, cache written for two times': [
    ofMessage({
      input_tokens: 2048,
      cache_read_input_tokens: 1800,
      cache_creation_input_tokens: 248,
      output_tokens: 503,
      cache_creation: { ephemeral_5m_input_tokens: 148, ephemeral_1h_input_tokens: 100 },
      service_tier: 'standard',
      server_tool_use: { web_search_requests: 1 },
    }),
    [{ text: 2048, cached: 1800, written: 248, output: 503 }, 0.82025],
  ],
  'Anthropic-compatible message that only fills the cache': [
    ofMessage({ input_tokens: 0, cache_creation_input_tokens: 1000, cache_read_input_tokens: 0, output_tokens: 0 }),
    [{ written: 1000 }, 0.15625],
  ],
  'Anthropic-compatible message, nulls': [
    ofMessage({ input_tokens: 12, cache_creation_input_tokens: null, cache_read_input_tokens: null, output_tokens: 6 }),
    [{ text: 12, output: 6 }, 0.0075],
  ],
  'Anthropic-compatible stream of a message, input told at its begin': [
    afterEvents(
      {
        type: 'message_start',
        message: { usage: { input_tokens: 21, cache_read_input_tokens: 188086, output_tokens: 1 } },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
      { type: 'message_delta', delta: {}, usage: { input_tokens: null, output_tokens: 393 } },
    ),
    [{ text: 21, cached: 188086, output: 393 }, 2.7467],
  ],
  'Anthropic-compatible stream of a message that broke off': [
    afterEvents({ type: 'message_start', message: { usage: { input_tokens: 21, output_tokens: 1 } } }),
    [undefined, 0],
  ],
  'Anthropic-compatible chat': [
    chat(openAi(12, 6, { prompt_tokens_details: null, completion_tokens_details: null })),
    [{ text: 12, output: 6 }, 0.0075],
  ],
  'vLLM chat': [chat(vllm(10, 24, { prompt_tokens_details: null })), [{ text: 10, output: 24 }, 0.02525]],
  'vLLM chat, cached': [
    chat(vllm(4112, 56, { prompt_tokens_details: { cached_tokens: 4096 } })),
    [{ text: 16, cached: 4096, output: 56 }, 0.1092],
  ],
  'vLLM chat stream, continuous usage': [event(vllm(10, 1)), [{ text: 10, output: 1 }, 0.00225]],
  'vLLM chat, no answer yet': [event(vllm(10, 0)), [{ text: 10 }, 0.00125]],
  'vLLM response': [
    response(
      ofResponse(
        [91, { cached_tokens: 80, input_tokens_per_turn: [41, 50], cached_tokens_per_turn: [32, 48] }],
        [
          64,
          {
            reasoning_tokens: 40,
            tool_output_tokens: 0,
            output_tokens_per_turn: [30, 34],
            tool_output_tokens_per_turn: [0, 0],
          },
        ],
      ),
    ),
    [{ text: 11, cached: 80, output: 24, thought: 40 }, 0.074387],
  ],
  'vLLM embeddings': [embedding(vllm(6, 0, { prompt_tokens_details: null })), [{ text: 6 }, 0.00075]],
  'vLLM rerank': [embedding({ prompt_tokens: 56, total_tokens: 56 }), [{ text: 56 }, 0.007]],
  'llama.cpp chat': [chat(liteLlm(17, 41)), [{ text: 17, output: 41 }, 0.043125]],
  'llama.cpp chat, cached': [
    chat(liteLlm(137, 8, { prompt_tokens_details: { cached_tokens: 136 } })),
    [{ text: 1, cached: 136, output: 8 }, 0.009825],
  ],
  'llama.cpp chat with timings behind': [timed(liteLlm(13, 8)), [{ text: 13, output: 8 }, 0.009625]],
  'llama.cpp response': [
    response({ input_tokens: 25, output_tokens: 9, total_tokens: 34 }),
    [{ text: 25, output: 9 }, 0.012125],
  ],
  'llama.cpp embeddings': [embedding({ prompt_tokens: 4, total_tokens: 4 }), [{ text: 4 }, 0.0005]],
  'Ollama chat': [chat(openAi(26, 298)), [{ text: 26, output: 298 }, 0.30125]],
  'Ollama chat stream, last event': [event(openAi(26, 1)), [{ text: 26, output: 1 }, 0.00425]],
  'Ollama chat that broke off': [chat(openAi(0, 0)), [undefined, 0]],
  'Ollama embeddings': [embedding({ prompt_tokens: 5, total_tokens: 5 }), [{ text: 5 }, 0.000625]],
  'Ollama response': [
    response({
      input_tokens: 33,
      output_tokens: 40,
      total_tokens: 73,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    }),
    [{ text: 33, output: 40 }, 0.044125],
  ],
  'LiteLLM chat': [
    chat(liteLlm(13, 30, { completion_tokens_details: null, prompt_tokens_details: null })),
    [{ text: 13, output: 30 }, 0.031625],
  ],
  'LiteLLM of Anthropic, cache written': [
    chat(
      liteLlm(1221, 393, {
        prompt_tokens_details: {
          audio_tokens: null,
          cached_tokens: 0,
          text_tokens: null,
          image_tokens: null,
          cache_creation_tokens: 1200,
        },
        cache_creation_input_tokens: 1200,
        cache_read_input_tokens: 0,
      }),
    ),
    [{ text: 21, written: 1200, output: 393 }, 0.583125],
  ],
  'LiteLLM of Anthropic, cache read': [
    chat(
      liteLlm(1221, 393, {
        prompt_tokens_details: { cached_tokens: 1200 },
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 1200,
      }),
    ),
    [{ text: 21, cached: 1200, output: 393 }, 0.410625],
  ],
  'LiteLLM of Anthropic, without details': [
    chat(liteLlm(300, 5, { cache_creation_input_tokens: 100, cache_read_input_tokens: 150 })),
    [{ text: 50, cached: 150, written: 100, output: 5 }, 0.02875],
  ],
  'LiteLLM of Anthropic, thinking': [
    chat(
      liteLlm(40, 900, {
        completion_tokens_details: { reasoning_tokens: 700, text_tokens: 200 },
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      }),
    ),
    [{ text: 40, output: 200, thought: 700 }, 1.04521],
  ],
  'LiteLLM of DeepSeek': [
    chat(
      liteLlm(500, 10, {
        prompt_tokens_details: { cached_tokens: 448 },
        prompt_cache_hit_tokens: 448,
        prompt_cache_miss_tokens: 52,
      }),
    ),
    [{ text: 52, cached: 448, output: 10 }, 0.0221],
  ],
  'LiteLLM of DeepSeek, without details': [
    chat(liteLlm(500, 10, { prompt_cache_hit_tokens: 448, prompt_cache_miss_tokens: 52 })),
    [{ text: 52, cached: 448, output: 10 }, 0.0221],
  ],
  'LiteLLM of a server that leaves the reasoning out': [
    chat({
      completion_tokens: 9,
      prompt_tokens: 32,
      total_tokens: 135,
      prompt_tokens_details: { text_tokens: 32, cached_tokens: 6 },
      completion_tokens_details: { reasoning_tokens: 94 },
    }),
    [{ text: 26, cached: 6, output: 9, thought: 94 }, 0.1251532],
  ],
  'LiteLLM response': [
    response(
      ofResponse(
        [40, { cached_tokens: 24, audio_tokens: null, text_tokens: null }],
        [12, { reasoning_tokens: 4, text_tokens: null }],
        { cost: null },
      ),
    ),
    [{ text: 16, cached: 24, output: 8, thought: 4 }, 0.0151012],
  ],
  'LiteLLM with cache writes as OpenRouter names them': [
    chat(
      openAi(194, 2, {
        cost: 0.95,
        cost_details: { upstream_inference_cost: 19 },
        prompt_tokens_details: { cached_tokens: 50, cache_write_tokens: 100, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0 },
      }),
    ),
    [{ text: 44, cached: 50, written: 100, output: 2 }, 0.02375],
  ],
  'Wrong: more cached than read': [
    chat({
      prompt_tokens: 10,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 25, cache_write_tokens: 5, audio_tokens: 5 },
    }),
    [{ cached: 10, output: 1 }, 0.001125],
  ],
  'Wrong: more reasoning than written': [
    chat({
      prompt_tokens: 10,
      completion_tokens: 4,
      completion_tokens_details: { reasoning_tokens: 9, audio_tokens: 3 },
    }),
    [{ text: 10, thought: 4 }, 0.0060512],
  ],
  'Wrong: parts that are no counts': [
    chat({
      prompt_tokens: 10,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: -1, audio_tokens: 1.5 },
      completion_tokens_details: { reasoning_tokens: '3' },
    }),
    [{ text: 10, output: 4 }, 0.00525],
  ],
  'Wrong: no counts': [chat({ prompt_tokens: -10, completion_tokens: 4 }), [undefined, 0]],
};

t.ok(Object.keys(table).length >= 40);
for (const [body, [told, [parts, cents]]] of Object.entries(table)) {
  t.test(body, (t) => {
    t.strictSame(told, parts && tokensIn(parts));
    const call = { target: 'm' } as Parameters<typeof costOf>[0];
    const cost = costOf(call, { status: 200, upstream: { name: 'u', priceOf: () => price } }, told);
    t.equal(cost, Math.round(cents * billionthsPerCent));
    t.end();
  });
}

function tokensIn({ text = 0, cached = 0, written = 0, sound = 0, output = 0, thought = 0, spoken = 0 }: Parts): Told {
  return {
    input: text + cached + written + sound,
    cachedInput: cached,
    cacheWrite: written,
    audioInput: sound,
    output: output + thought + spoken,
    reasoning: thought,
    audioOutput: spoken,
  };
}
