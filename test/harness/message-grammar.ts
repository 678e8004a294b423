// The grammar of a streamed message of the Messages API: the order of its events.

type Json = Record<string, unknown>;

const deltaKinds: Record<string, string[]> = {
  text: ['text_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
};

/** Returns what is wrong with the events of a streamed message. A stream that failed ends with an `error`. */
export function messageFaults(events: readonly Json[]): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string): void => {
    if (!isRight) faults.push(fault);
  };
  const told = events.filter(({ type }) => type !== 'ping');
  const [first, ...rest] = told;
  check(first?.type === 'message_start', `begins with ${first?.type}`);
  const hasFailed = told.at(-1)?.type === 'error';
  const tail = hasFailed ? ['error'] : ['message_delta', 'message_stop'];
  const ends = rest.slice(-tail.length).map(({ type }) => type);
  check(String(ends) === String(tail), `ends with ${ends}`);
  let next = 0;
  let open: string | undefined;
  for (const { type, index, content_block: block, delta } of rest.slice(0, -tail.length)) {
    check(index === next, `${type} has the index ${index} instead of ${next}`);
    if (type === 'content_block_start') {
      check(open === undefined, 'a block begins inside of another');
      open = String((block as Json).type);
    } else if (type === 'content_block_delta') {
      check(deltaKinds[open ?? '']?.includes(String((delta as Json).type)) === true, `a ${open} has another delta`);
    } else {
      check(type === 'content_block_stop' && open !== undefined, `${type} in a ${open}`);
      open = undefined;
      next += 1;
    }
  }
  check(open === undefined || hasFailed, 'a block does not end');
  return faults;
}

/** Returns the content of the message that the events make. The input of a tool is left as text. */
export function contentIn(events: readonly Json[]): Json[] {
  const content: Json[] = [];
  for (const { type, content_block: block, delta } of events) {
    if (type === 'content_block_start')
      content.push({ ...(block as Json), ...('input' in (block as Json) ? { input: '' } : {}) });
    if (type !== 'content_block_delta') continue;
    const last = content.at(-1) as Json;
    const { text, thinking, partial_json: json } = delta as Json;
    if (text !== undefined) last.text = `${last.text}${text}`;
    if (thinking !== undefined) last.thinking = `${last.thinking}${thinking}`;
    if (json !== undefined) last.input = `${last.input}${json}`;
  }
  return content;
}
