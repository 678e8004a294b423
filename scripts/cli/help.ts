// The help of every command: its usage, what it does, its commands, arguments and options, two examples, and the options of
// all commands last.

import type { Command, Help, Option } from 'commander';
import { examplesOf } from './examples.ts';
import { sendsNoRequest } from './sends-no-request.ts';

type Item = [term: string, about: string];
type Section = [title: string, items: Item[]];

/** Returns the global flags that have an effect on this command. */
export function visibleGlobalOptions(command: Command): Option[] {
  return (
    (command.parent?.name() === 'svc' ? command.parent : command.parent?.parent)?.options.filter(
      ({ long = '' }) =>
        long !== '--version' &&
        (!sendsNoRequest(command) || long === '--json') &&
        // A command's own flag of the same name hides the global one.
        !command.options.some((own) => own.long === long),
    ) ?? []
  );
}

/** Returns a command's name and arguments for the list in its parent's help. */
export function subcommandTerm(command: Command): string {
  const places = command.registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? '...' : ''}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...places].join(' ');
}

export function formatHelp(command: Command, helper: Help): string {
  const isTop = command.parent === null;
  const parts = [
    `Usage: ${helper.commandUsage(command)}`,
    helper.boxWrap(helper.commandDescription(command), helper.helpWidth ?? 80),
    ...sections(command, helper).map((section) => sectionText(section, command, helper)),
    ...(isTop ? [epilogue] : examples(command)),
    ...[optionSection(isTop ? 'Options' : 'Global options', globalOptions(command, helper), helper)]
      .filter(([, items]) => items.length > 0)
      .map((section) => sectionText(section, command, helper)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the arguments, the commands by group, and the command's own options. */
function sections(command: Command, helper: Help): Section[] {
  const places = helper
    .visibleArguments(command)
    .map((one): Item => [helper.argumentTerm(one), helper.argumentDescription(one)]);
  const groups = Map.groupBy(helper.visibleCommands(command), (one) => one.helpGroup() || 'Commands:');
  const commands = [...groups].map(
    ([title, list]): Section => [
      title.replace(/:$/, ''),
      list.map((one) => [helper.subcommandTerm(one), helper.subcommandDescription(one)]),
    ],
  );
  const own: Section[] =
    command.parent === null ? [] : [optionSection('Options', helper.visibleOptions(command), helper)];
  const all: Section[] = [['Arguments', places], ...commands, ...own];
  return all.filter(([, items]) => items.length > 0);
}

function globalOptions(command: Command, helper: Help): readonly Option[] {
  return command.parent === null ? helper.visibleOptions(command) : helper.visibleGlobalOptions(command);
}

function optionSection(title: string, options: readonly Option[], helper: Help): Section {
  return [title, options.map((one) => [helper.optionTerm(one), helper.optionDescription(one)])];
}

function sectionText([title, items]: Section, command: Command, helper: Help): string {
  const width = helper.padWidth(command, helper);
  return [`${title}:`, ...items.map(([term, about]) => helper.formatItem(term, width, about, helper))].join('\n');
}

function examples(command: Command): string[] {
  const lines = examplesOf(pathOf(command));
  return lines.length === 0 ? [] : [['Examples:', ...lines.map((line) => `  ${line}`)].join('\n')];
}

/** Returns the words of a command after `svc`. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

const epilogue = `Begin with:
  svc quickstart                                     on the server's machine
  svc server login --email you@example.com           on another one

"svc COMMAND --help" shows what a command does, with examples.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;
