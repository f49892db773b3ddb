import { commandHelp, groupHelp, programHelp } from '../core/commands/help-text.ts';
import { canAskInLines } from '../ui/terminal/mode.ts';
import { commandAt, fromCommand, groupOf } from './flags/find-command.ts';
import { processEnvironment } from './process/process-environment.ts';
import { commands } from './registry.ts';

/**
 * Answers what needs no parsing: --version, --help, `help` with or without a command, and an empty command line.
 * @returns whether it was answered
 */
export function answerWithoutParsing(argv: readonly string[], version: string): boolean {
  const words = fromCommand(argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined));
  const [first] = words;
  if (first === '--version' || first === '-V' || (first === 'version' && words.length === 1))
    return print(`${version}\n`);
  // A terminal gets the wizard; options without a command are refused elsewhere.
  if (argv.length === 0) return canAskInLines(processEnvironment()) ? false : answerHelp([]);
  if (first === 'help') return answerHelp(words.slice(1));
  if (!words.includes('--help') && !words.includes('-h')) return false;
  return answerHelp(words);
}

/** @param words the command's name and what follows it */
function answerHelp(words: readonly string[]): boolean {
  const [first] = words;
  if (first === undefined || first === '--help' || first === '-h')
    return print(programHelp(commands));
  const found = commandAt(commands, words);
  if (found !== undefined) return print(commandHelp(found.command));
  const group = groupOf(commands, first);
  return group.length === 0 ? false : print(groupHelp(first, group));
}

function print(text: string): true {
  process.stdout.write(text);
  return true;
}
