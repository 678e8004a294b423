import t from 'tap';
import { startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const { post, open } = await startInference(t, [upstream]);
const path = '/v1/completions';

t.test('a completion is returned as one response and as a stream', async (t) => {
  const whole = await post(path, { model: 'chat-model', prompt: 'Once upon a time', max_tokens: 5 });
  t.equal(whole.body.choices[0].text, ' there was');
  t.strictSame(upstream.seen.at(-1)?.body, { model: 'chat-model', prompt: 'Once upon a time', max_tokens: 5 });
  const streamed = await (await open(path, { model: 'chat-model', prompt: [1, 2], stream: true })).text();
  t.match(streamed, /data: \[DONE\]\n\n$/);
});

t.test('a completion without a model is refused', async (t) => {
  const { status, body } = await post(path, { prompt: 'x' });
  t.equal(status, 422);
  t.match(body.detail, [{ loc: ['body', 'model'], type: 'missing' }]);
});
