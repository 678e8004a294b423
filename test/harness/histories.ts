// Parts of conversations for tests of their translation to chat completions, and what strict servers refuse in the result.

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

export const user = (text: string) => ({ role: 'user', content: text });
export const call = (id: string, more = {}) => ({
  type: 'function_call',
  call_id: id,
  name: 'one',
  arguments: '{}',
  ...more,
});
export const output = (id: string, given: unknown = `result of ${id}`) => ({
  type: 'function_call_output',
  call_id: id,
  output: given,
});
export const pixel = 'iVBORw0KGgo=';
export const image = { type: 'input_image', image_url: `data:image/png;base64,${pixel}` };
export const shot = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } };

/** Returns what a strict server refuses, or the template of a model. */
export function faultsOf(messages: Loose[]): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  for (const [at, { role, content, tool_calls: calls = [], tool_call_id: id }] of messages.entries()) {
    if (role === 'tool' && open[0] !== id) faults.push(`${at}: a result of ${id} instead of ${open[0]}`);
    if (role === 'tool') {
      open = open.slice(1);
      if (typeof content !== 'string') faults.push(`${at}: a result is no text`);
      continue;
    }
    if (open.length > 0) faults.push(`${at}: no result of ${open}`);
    if (role === 'system' && at > 0) faults.push(`${at}: a late system message`);
    if (role === 'user' && messages[at - 1]?.role === 'user') faults.push(`${at}: two users`);
    if (Array.isArray(content) && content.every(({ type }) => type === 'text'))
      faults.push(`${at}: parts without need`);
    if (role === 'assistant' && calls.length === 0 && (content === null || content === ''))
      faults.push(`${at}: an empty turn`);
    if (role !== 'assistant' && (content === null || content.length === 0)) faults.push(`${at}: no content`);
    open = calls.map((call: Loose) => call.id);
    // The templates of GLM, DeepSeek, Qwen, MiniMax and others walk the members of the arguments.
    for (const { function: called } of calls)
      if (!/^\{/.test(JSON.stringify(JSON.parse(called.arguments)))) faults.push(`${at}: arguments are no object`);
  }
  if (open.length > 0) faults.push(`the end: no result of ${open}`);
  return faults;
}

/** Returns the history in the form of Messages. */
export function asMessages(input: Loose[]): Loose[] {
  return input.map((item) => {
    if (item.type === 'function_call') {
      const given = /^\{/.test(item.arguments) ? {} : { value: item.arguments };
      return { role: 'assistant', content: [{ type: 'tool_use', id: item.call_id, name: 'one', input: given }] };
    }
    if (item.type === 'reasoning') return { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] };
    if (item.type !== 'function_call_output') return item;
    const blocks = Array.isArray(item.output)
      ? item.output.map((part: Loose) =>
          part.type === 'input_text'
            ? { type: 'text', text: part.text }
            : { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
        )
      : item.output;
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: item.call_id, content: blocks }] };
  });
}
