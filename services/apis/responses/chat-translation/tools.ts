// Translates tools, the choice among them, and calls in parallel. A function of a namespace becomes a function whose
// name has the namespace in front. A custom tool, the local shell and the search for tools become functions too: the
// caller runs them. All other tools run at a server that has them, so they are left out.

import { functionName, functionParameters, hashedName, type IgnoredTool, maxNameLength } from '../../dialect/index.ts';
import { requiredName, Untranslatable } from './untranslatable.ts';

type Json = Record<string, unknown>;
type Path = string[];

/** The tool that a function stands for. */
export interface ToolForm {
  kind: 'function' | 'custom' | 'local_shell' | 'tool_search';
  name: string;
  namespace?: string;
}

const shellParameters = {
  type: 'object',
  properties: {
    command: { type: 'array', items: { type: 'string' }, description: 'The program and its arguments.' },
    working_directory: { type: 'string', description: 'The directory to run the command in.' },
    timeout_ms: { type: 'integer', description: 'The time limit in milliseconds.' },
  },
  required: ['command'],
};
const searchParameters = {
  type: 'object',
  properties: { query: { type: 'string', description: 'What the tools shall do.' } },
  required: ['query'],
};

export class Tools {
  /** The tools that are left out. */
  readonly ignored: IgnoredTool[] = [];
  readonly #functions = new Map<string, { form: ToolForm; own: Json }>();

  /** Reads the tools of the request, and those that its input adds. */
  constructor({ tools, input }: Json) {
    this.#addAll(tools, ['tools']);
    for (const [at, item] of listOf(input).entries()) {
      const { type, tools: added } = Object(item) as Json;
      const path = ['input', String(at), 'tools'];
      if (type === 'additional_tools' || type === 'tool_search_output') this.#addAll(added, path);
    }
  }

  /** Returns the tool for a function that the model calls. A function that was not declared is a plain one. */
  formOf(name: string): ToolForm {
    return this.#functions.get(name)?.form ?? { kind: 'function', name };
  }

  /** Returns the name of the function for a tool. The tool may be one of an earlier request. */
  nameOf(given: string, namespace: unknown): string {
    const space = typeof namespace === 'string' ? namespace : undefined;
    for (const [own, { form }] of this.#functions) if (form.name === given && form.namespace === space) return own;
    return space === undefined ? functionName(given) : flatName(space, given);
  }

  /** Returns the members of the chat request. Without functions there are none: servers refuse a choice of nothing. */
  members(choice: unknown, parallel: unknown): Json {
    const { tool_choice, names } = this.#choiceOf(choice);
    const allowed = [...this.#functions].filter(([name]) => names === undefined || names.has(name));
    if (allowed.length === 0) {
      const [first] = this.ignored;
      if (tool_choice === 'required' && first !== undefined) throw this.#refusal(first);
      return {};
    }
    return {
      tools: allowed.map(([name, { own }]) => ({ type: 'function', function: { name, ...own } })),
      tool_choice,
      parallel_tool_calls: parallel,
    };
  }

  #addAll(given: unknown, path: Path, namespace?: string): void {
    for (const [at, tool] of listOf(given).entries()) this.#add(Object(tool) as Json, [...path, String(at)], namespace);
  }

  #add(tool: Json, path: Path, namespace: string | undefined): void {
    const { type, name, execution, description = 'Finds further tools.', parameters = searchParameters } = tool;
    if (type === 'function' || type === 'custom' || type === 'namespace') requiredName(tool, path);
    const own = (kind: ToolForm['kind'], members: Json): void =>
      this.#declare({ kind, name: String(name), ...(namespace === undefined ? {} : { namespace }) }, members);
    if (type === 'function')
      own('function', {
        ...pick(tool, ['description', 'strict']),
        ...(tool.parameters == null ? {} : { parameters: functionParameters(tool.parameters) }),
      });
    else if (type === 'custom') own('custom', customFunction(tool));
    else if (type === 'namespace' && namespace === undefined)
      this.#addAll(tool.tools, [...path, 'tools'], String(name));
    else if (type === 'local_shell') {
      const text = 'Runs a command on the computer of the user, and returns its output.';
      this.#declare({ kind: type, name: type }, { description: text, parameters: shellParameters });
    } else if (type === 'tool_search' && execution === 'client')
      this.#declare({ kind: type, name: type }, { description, parameters });
    else this.ignored.push({ type: String(type), path });
  }

  #declare(form: ToolForm, own: Json): void {
    const { name: given, namespace } = form;
    const plain = namespace === undefined ? functionName(given) : flatName(namespace, given);
    const taken = this.#functions.get(plain)?.form;
    const isTaken = taken !== undefined && (taken.name !== given || taken.namespace !== namespace);
    this.#functions.set(isTaken ? hashedName(plain, [namespace, given]) : plain, { form, own });
  }

  /**
   * Translates the choice. Allowed tools become the only tools, with their mode as the choice, because few servers know
   * `allowed_tools`.
   */
  #choiceOf(choice: unknown): { tool_choice?: unknown; names?: ReadonlySet<string> } {
    if (choice == null) return {};
    if (typeof choice === 'string') return { tool_choice: choice };
    const { type, mode, tools } = Object(choice) as Json;
    if (type !== 'allowed_tools' || !Array.isArray(tools)) {
      const chosen = this.#chosen(choice, ['tool_choice']);
      if (typeof chosen !== 'string') throw this.#refusal(chosen);
      return { tool_choice: { type: 'function', function: { name: chosen } } };
    }
    const chosen = tools.map((tool: unknown, at) => this.#chosen(tool, ['tool_choice', 'tools', String(at)]));
    const names = chosen.filter((one) => typeof one === 'string');
    const ignored = chosen.find((one) => typeof one !== 'string');
    if (mode === 'required' && names.length === 0 && ignored !== undefined) throw this.#refusal(ignored);
    return { tool_choice: mode, names: new Set(names) };
  }

  /** Returns the name of the function for a tool that was chosen, or the tool if it is left out. */
  #chosen(choice: unknown, path: Path): string | IgnoredTool {
    const { type, namespace } = Object(choice) as Json;
    const ignored = this.ignored.find((tool) => tool.type === type);
    if (ignored !== undefined) return ignored;
    if (type === 'function' || type === 'custom') return this.#named(requiredName(Object(choice), path), namespace);
    if (type === 'namespace' || !this.#functions.has(String(type)))
      throw new Untranslatable([...path, 'type'], `cannot choose '${String(type)}'`, type);
    return String(type);
  }

  /** A choice names a function of a namespace with or without the namespace. */
  #named(given: string, namespace: unknown): string {
    if (namespace !== undefined || this.#functions.has(given)) return this.nameOf(given, namespace);
    const [own] = [...this.#functions].find(([, { form }]) => form.name === given) ?? [given];
    return own;
  }

  #refusal({ type, path }: IgnoredTool): Untranslatable {
    const what = `cannot run the tool '${type}', which tool_choice demands: choose a function, or "auto"`;
    return new Untranslatable([...path, 'type'], what, type);
  }
}

/** Returns the function for a custom tool, whose one argument is the text that the tool takes. */
function customFunction({ description, format }: Json): Json {
  const { type, syntax, definition } = Object(format) as Json;
  const grammar = type === 'grammar' ? `The input has to follow this ${String(syntax)} grammar:\n${definition}` : '';
  const texts = [description, grammar].filter((text) => typeof text === 'string' && text !== '');
  const input = { type: 'string', description: 'The input of the tool: plain text, not JSON.' };
  return {
    ...(texts.length === 0 ? {} : { description: texts.join('\n\n') }),
    parameters: { type: 'object', properties: { input }, required: ['input'], additionalProperties: false },
  };
}

/** Returns the name of a function of a namespace, which servers take: letters, digits, `_` and `-`. */
function flatName(namespace: string, name: string): string {
  const joined = namespace.endsWith('__') ? namespace + name : `${namespace}__${name}`;
  const isValid = joined.length <= maxNameLength && /^[\w-]+$/.test(joined);
  return isValid ? joined : hashedName(joined.replace(/[^\w-]/g, '_'), [namespace, name]);
}

function pick(members: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (members[name] == null ? [] : [[name, members[name]]])));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
