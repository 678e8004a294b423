// The grammar of a streamed response: the order of its events, and that they agree with each other.

type Json = Record<string, unknown>;

const lastEvents = ['response.completed', 'response.incomplete', 'response.failed'];

/** The events of an output item between its first and its last, by type. Each is one letter. */
const itemGrammars: Record<string, { letters: Record<string, string>; whole: RegExp }> = {
  file_search_call: {
    letters: {
      'response.file_search_call.in_progress': 'p',
      'response.file_search_call.searching': 's',
      'response.file_search_call.completed': 'c',
    },
    whole: /^p(sc?)?$/,
  },
  message: {
    letters: {
      'response.content_part.added': '(',
      'response.output_text.delta': 'd',
      'response.output_text.annotation.added': 'a',
      'response.output_text.done': 't',
      'response.refusal.delta': 'r',
      'response.refusal.done': 'R',
      'response.content_part.done': ')',
    },
    whole: /^(\(([da]*t|r*R)\))*$/,
  },
  function_call: {
    letters: { 'response.function_call_arguments.delta': 'd', 'response.function_call_arguments.done': 't' },
    whole: /^d*t$/,
  },
  custom_tool_call: {
    letters: { 'response.custom_tool_call_input.delta': 'd', 'response.custom_tool_call_input.done': 't' },
    whole: /^d*t$/,
  },
  local_shell_call: { letters: {}, whole: /^$/ },
  tool_search_call: { letters: {}, whole: /^$/ },
  reasoning: {
    letters: {
      'response.content_part.added': '(',
      'response.reasoning_text.delta': 'd',
      'response.reasoning_text.done': 't',
      'response.content_part.done': ')',
      'response.reasoning_summary_part.added': '[',
      'response.reasoning_summary_text.delta': 's',
      'response.reasoning_summary_text.done': 'S',
      'response.reasoning_summary_part.done': ']',
    },
    // Some servers leave out the events of parts. A summary grows with its part.
    whole: /^(d*t|(\(d*t\)|\(\[(ds)*t\)S\])+)$/,
  },
};

/** Returns what is wrong with the events of a streamed response. */
export function grammarFaults(events: readonly Json[]): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string): void => {
    if (!isRight) faults.push(fault);
  };
  check(
    events.every(({ sequence_number }, index) => sequence_number === index),
    'sequence_number has a gap',
  );
  const types = events.map(({ type }) => String(type));
  check(types[0] === 'response.created' && types[1] === 'response.in_progress', `begins with ${types.slice(0, 2)}`);
  check(lastEvents.includes(types.at(-1) ?? ''), `ends with ${types.at(-1)}`);
  check(types.filter((type) => lastEvents.includes(type)).length === 1, 'has several last events');
  const items = itemsOf(events.slice(2, -1), check, types.at(-1) === 'response.failed');
  const whole = events.at(-1)?.response as Json;
  check(JSON.stringify(whole?.output) === JSON.stringify(items), 'the output differs from the items of the events');
  check(events[0] !== undefined && (events[0].response as Json).id === whole?.id, 'the id changes');
  return faults;
}

type Check = (isRight: boolean, fault: string) => void;

/** Reads the items one after the other, because no item begins before the last one has ended. */
function itemsOf(events: readonly Json[], check: Check, mayBreakOff: boolean): unknown[] {
  const items: unknown[] = [];
  let open: { item: Json; events: Json[] } | undefined;
  for (const event of events) {
    const { type, output_index, item_id } = event;
    check(output_index === items.length, `${type} has the output_index ${output_index} instead of ${items.length}`);
    if (type === 'response.output_item.added') {
      check(open === undefined, 'an item begins inside of another');
      open = { item: event.item as Json, events: [] };
    } else if (type === 'response.output_item.done') {
      const done = event.item as Json;
      check(open?.item.id === done.id && open?.item.type === done.type, `item ${done.id} ends, and did not begin`);
      checkItem(done, open?.events ?? [], check);
      items.push(done);
      open = undefined;
    } else {
      check(open !== undefined && item_id === open.item.id, `${type} is of no open item`);
      open?.events.push(event);
    }
  }
  check(open === undefined || mayBreakOff, 'an item does not end');
  if (open !== undefined) items.push(open.item);
  return items;
}

function checkItem(item: Json, events: readonly Json[], check: Check): void {
  const grammar = itemGrammars[String(item.type)];
  if (grammar === undefined) {
    check(false, `an item has the unknown type ${item.type}`);
    return;
  }
  const word = events.map(({ type }) => grammar.letters[String(type)] ?? '?').join('');
  check(grammar.whole.test(word), `the events of a ${item.type} are ${word}`);
  // A search that failed has no `completed`, and one that the model could not finish is not run.
  const search = { completed: 'psc', failed: 'ps', incomplete: 'p' }[String(item.status)];
  if (item.type === 'file_search_call')
    check(word === search, `the events of a search that is ${item.status}: ${word}`);
  if (item.type === 'function_call') check(joined(events, 'delta') === item.arguments, 'the arguments differ');
  if (item.type === 'custom_tool_call')
    check(joined(events, 'delta') === item.input && events.at(-1)?.input === item.input, 'the input differs');
  if (item.type === 'reasoning') {
    const deltas = (name: string) =>
      joined(
        events.filter(({ type }) => type === `response.${name}.delta`),
        'delta',
      );
    check(deltas('reasoning_text') === joined(item.content as Json[], 'text'), 'the reasoning differs from its deltas');
    check(deltas('reasoning_summary_text') === joined(item.summary as Json[], 'text'), 'the summary differs');
  }
  if (item.type !== 'message') return;
  for (const [at, part] of (item.content as Json[]).entries()) {
    const own = events.filter(({ content_index }) => content_index === at);
    if (part.type === 'refusal') {
      const refusal = own.find(({ type }) => type === 'response.refusal.done')?.refusal;
      check(joined(own, 'delta') === part.refusal && refusal === part.refusal, 'the refusal differs from its deltas');
      continue;
    }
    const text = own.find(({ type }) => type === 'response.output_text.done')?.text;
    check(joined(own, 'delta') === part.text && text === part.text, `the text ${part.text} differs from its deltas`);
    const added = own.filter(({ type }) => String(type).endsWith('annotation.added'));
    check(
      JSON.stringify(added.map(({ annotation }) => annotation)) === JSON.stringify(part.annotations),
      'the annotations differ',
    );
    check(
      added.every(({ annotation_index }, index) => annotation_index === index),
      'annotation_index has a gap',
    );
    const ended = own.find(({ type }) => type === 'response.content_part.done')?.part;
    check(JSON.stringify(ended) === JSON.stringify(part), 'the part differs from the item');
  }
}

function joined(events: readonly Json[], name: string): string {
  return events.map((event) => (typeof event[name] === 'string' ? event[name] : '')).join('');
}

/** Returns the events of a body of server-sent events. */
export function eventsIn(text: string): Json[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      const event = JSON.parse(data ?? 'null') as Json;
      if (event?.type !== name) throw new Error(`The event is not of the public API's form: ${block}`);
      return event;
    });
}
