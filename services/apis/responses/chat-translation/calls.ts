// The output items for the calls of the model, in the form of the tool that was called.

import { CustomInput } from './custom-input.ts';
import type { ToolForm } from './tools.ts';

type Json = Record<string, unknown>;

/** A call that grows. */
export interface GrowingCall {
  /** The members of its item when it begins. */
  begun: Json;
  /** The member that grows, and the name of its events; undefined if the item shows the arguments only at its end. */
  grows?: { member: 'arguments' | 'input'; events: string };
  /** Takes the next piece of the arguments, and returns the next piece of that member. */
  push(piece: string): string;
  /** Returns the rest of that member. */
  end(): string;
  /** Returns the members that the item has at its end. */
  members?(): Json;
}

/** Returns a call of the tool. */
export function callOf({ kind, name, namespace }: ToolForm, callId: string): GrowingCall {
  const own = { status: 'in_progress', call_id: callId };
  const named = { ...own, name, ...(namespace === undefined ? {} : { namespace }) };
  if (kind === 'function') {
    return {
      begun: { type: 'function_call', ...named, arguments: '' },
      grows: { member: 'arguments', events: 'response.function_call_arguments' },
      push: (piece) => piece,
      end: () => '',
    };
  }
  if (kind === 'custom') {
    const input = new CustomInput();
    return {
      begun: { type: 'custom_tool_call', ...named, input: '' },
      grows: { member: 'input', events: 'response.custom_tool_call_input' },
      push: (piece) => input.push(piece),
      end: () => input.end(),
    };
  }
  let given = '';
  const collected = {
    push: (piece: string) => {
      given += piece;
      return '';
    },
    end: () => '',
  };
  if (kind === 'tool_search') {
    const begun = { type: 'tool_search_call', ...own, execution: 'client', arguments: {} };
    return { begun, ...collected, members: () => ({ arguments: objectIn(given) }) };
  }
  const begun = { type: 'local_shell_call', ...own, action: { type: 'exec', command: [], env: {} } };
  return { begun, ...collected, members: () => ({ action: actionIn(given) }) };
}

/** Returns the action of a call of the shell. A command that is one text is run by a shell. */
function actionIn(given: string): Json {
  const { command, ...others } = objectIn(given);
  const words = Array.isArray(command) ? command.map(String) : ['sh', '-c', String(command ?? given)];
  return { env: {}, ...others, type: 'exec', command: words };
}

function objectIn(given: string): Json {
  try {
    return Object(JSON.parse(given)) as Json;
  } catch {
    return {};
  }
}
