import { commandHelp, groupHelp, programHelp } from '../core/commands/help-text.ts';
import { canAskInLines } from '../ui/mode.ts';
import { commandAt, groupOf } from './find-command.ts';
import { commands } from './registry.ts';
import { surroundings } from './surroundings.ts';

/**
 * Answers what needs no parsing: --version, --help, and nothing at all.
 * @returns whether it was answered
 */
export function answerWithoutParsing(argv: readonly string[], version: string): boolean {
  const [first] = argv;
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined);
  if (first === '--version') return print(`${version}\n`);
  // In a terminal the wizard comes up.
  if (first === undefined && canAskInLines(surroundings())) return false;
  if (first === undefined || first === '--help' || first === '-h')
    return print(programHelp(commands));
  if (!words.includes('--help') && !words.includes('-h')) return false;
  const found = commandAt(commands, words);
  if (found !== undefined) return print(commandHelp(found.command));
  const group = groupOf(commands, first);
  return group.length === 0 ? false : print(groupHelp(first, group));
}

function print(text: string): true {
  process.stdout.write(text);
  return true;
}
