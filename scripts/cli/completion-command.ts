// `svc completion`: prints a script that completes commands and flags. The script has the words of every command, so a
// press of Tab does not start Node.

import { Argument, Command } from 'commander';
import { printLine } from './output.ts';

/** Returns the command `svc completion`. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .summary('Print the completion script of a shell')
    .description(
      'Prints a script that completes commands and flags. bash: eval "$(svc completion bash)" in ~/.bashrc. zsh: the same in ~/.zshrc, after compinit. fish: svc completion fish > ~/.config/fish/completions/svc.fish.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)));
  return command.action((shell: keyof typeof scripts) => {
    const words = wordsOf(command.parent as Command);
    printLine(scripts[shell](words));
  });
}

/** The words that may follow a command, by its path, such as `project list`. The path of `svc` itself is empty. */
type Words = Map<string, string[]>;

function wordsOf(svc: Command): Words {
  const global = svc.options.map(({ long }) => long ?? '');
  const words: Words = new Map();
  const visit = (command: Command, path: string[]): void => {
    const own = command === svc ? [] : command.options.map(({ long }) => long ?? '');
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    const names = command.commands.map((child) => child.name());
    words.set(path.join(' '), [...names, ...choices, ...own, ...global, '--help']);
    for (const child of command.commands) visit(child, [...path, child.name()]);
  };
  visit(svc, []);
  return words;
}

function cases(words: Words): string {
  const nouns = [...words].map(([path, list]) => `    '${path}') echo '${list.join(' ')}' ;;`);
  return nouns.join('\n');
}

/** The function that prints the words after a command, in a form that bash and zsh both run. */
function wordsFunction(words: Words): string {
  return `_svc_words() {
  case "$1" in
${cases(words)}
  esac
}
# Prints the longest command at the start of a line, without its flags.
_svc_path() {
  local path='' word next
  shift
  for word in "$@"; do
    case "$word" in -*) continue ;; esac
    next="\${path:+$path }$word"
    [ -n "$(_svc_words "$next")" ] || continue
    path="$next"
  done
  echo "$path"
}`;
}

const scripts = {
  bash: (words: Words): string => `${wordsFunction(words)}
_svc() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local path="$(_svc_path "\${COMP_WORDS[@]:0:COMP_CWORD}")"
  COMPREPLY=($(compgen -W "$(_svc_words "$path")" -- "$current"))
}
complete -o default -F _svc svc`,
  zsh: (words: Words): string => `${wordsFunction(words)}
_svc() {
  local path_="$(_svc_path "\${words[@]:0:$((CURRENT - 1))}")"
  local -a found
  found=(\${=$(_svc_words "$path_")})
  compadd -- $found || _files
}
compdef _svc svc`,
  fish: (words: Words): string => `function __svc_words
  switch "$argv[1]"
${[...words].map(([path, list]) => `    case '${path}'\n      printf '%s\\n' ${list.join(' ')}`).join('\n')}
  end
end
function __svc_complete
  set -l path ''
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and continue
    set -l next (string trim "$path $word")
    test -n "$(__svc_words $next)"; and set path $next
  end
  __svc_words $path
end
# Names of files only where a command takes them.
complete -c svc -f -a '(__svc_complete)'
complete -c svc -F -n '__fish_seen_subcommand_from upload add backup restore verify check'`,
};
