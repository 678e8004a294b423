// Tests the help and the completion of the command line. They need no server.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import t from 'tap';
import { examplesOf } from '../../scripts/cli/examples.ts';
import { program } from '../../scripts/cli/main.ts';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { notTried } from '../harness/skip-reason.ts';

/** No saved login of this machine may change a result. */
process.env.XDG_CONFIG_HOME = t.testdir();

/** Returns the commands without subcommands, with their words after `svc`. */
function leavesOf(command: Command, path: string[] = []): [path: string, command: Command][] {
  if (path.length > 0 && command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));
}

t.test('the help of every command has two examples, which are valid', async (t) => {
  let reached: string | undefined;
  const svc = program();
  const leaves = leavesOf(svc);
  t.ok(leaves.length > 80, `${leaves.length} commands`);
  for (const [path, command] of leaves)
    command.action(() => {
      reached = path;
    });
  for (const [path, command] of leaves) {
    const examples = examplesOf(path);
    t.equal(examples.length, 2, `${path} has two examples`);
    t.match(command.helpInformation(), ['Examples:', ...examples.map((line) => `  ${line}`), ''].join('\n'));
    for (const example of examples) {
      reached = undefined;
      const words = example.slice(example.indexOf('svc ') + 'svc '.length).match(/'[^']*'|\S+/g) ?? [];
      await svc.parseAsync(words, { from: 'user' });
      t.equal(reached, path, example);
    }
  }
});

t.test('each list of commands says in one line what a command does', async (t) => {
  const check = (command: Command): void => {
    for (const child of command.commands) {
      const summary = child.summary();
      t.match(summary, /^[A-Z].*[^.]$/, `${command.name()} ${child.name()}`);
      t.ok(summary.length <= 60, summary);
      check(child);
    }
  };
  check(program());
});

t.test('help shows the commands first and the global options last', async (t) => {
  const svc = program();
  t.match(
    svc.helpInformation(),
    /^Usage: svc[\s\S]*\nGet started:\n[\s\S]*\nDevelop:\n[\s\S]*\nBegin with:\n[\s\S]*\nOptions:\n/,
  );
  for (const noun of svc.commands) {
    const titles = [...noun.helpInformation().matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, title]) => title);
    const order = ['Arguments', 'Commands', 'Options', 'Examples', 'Global options'];
    t.strictSame(
      titles,
      order.filter((title) => titles.includes(title)),
      noun.name(),
    );
    t.ok(titles.includes('Examples'), `${noun.name()} has examples`);
  }
});

/** Ways to ask a shell for the words that complete a line. The script is in the variable `script`. */
const shells = {
  bash: `. "$script"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { :; }; compadd() { print -rl -- "\${@:2}"; }; . "$script"; words=("$@"); CURRENT=$#; _svc`,
  fish: `source "$script"; complete -C "$argv" | string replace -r '\\t.*' ''; true`,
};

for (const [shell, program_] of Object.entries(shells)) {
  const path = `/usr/bin/${shell}`;
  t.test(`${shell} completes commands and flags`, async (t) => {
    try {
      await ensurePackages([path], [shell]);
    } catch (error) {
      return notTried(t, (error as Error).message);
    }
    const script = join(t.testdir(), 'script');
    const svc = program();
    let printed = '';
    const { write } = process.stdout;
    process.stdout.write = (text) => {
      printed += String(text);
      return true;
    };
    await svc.parseAsync(['completion', shell], { from: 'user' }).finally(() => {
      process.stdout.write = write;
    });
    await writeFile(script, printed);
    const complete = async (...words: string[]): Promise<string[]> => {
      const before = shell === 'fish' ? [] : ['-'];
      const { stdout } = await promisify(execFile)(path, ['-c', program_, ...before, ...words], {
        env: { PATH: '/usr/bin:/bin', HOME: t.testdirName, script },
        timeout: 30_000,
      });
      return stdout.split('\n');
    };
    const cases: [words: string[], found: string, not: string][] = [
      [['svc', ''], 'vector-store', 'archive'],
      [['svc', 'project', ''], 'archive', 'vector-store'],
      [['svc', 'project', 'list', '--'], '--include-archived', 'archive'],
      [['svc', '--json', 'vector-store', ''], 'search', 'archive'],
      [['svc', 'usage', 'c'], 'costs', 'archive'],
      [['svc', 'use', '--'], '--organization', '--limit'],
      // The folder in which the shell runs has files.
      [['svc', ''], 'status', 'package.json'],
    ];
    for (const [words, found, not] of cases) {
      const offered = await complete(...words);
      t.ok(offered.includes(found), `${words.join(' ')} offers ${found}`);
      t.notOk(offered.includes(not), `${words.join(' ')} does not offer ${not}`);
    }
  });
}
