import { commandHelp, groupHelp, type HelpPlace, programHelp } from '../core/commands/help-text.ts';
import { terminalStyles } from '../core/kernel/format/palette.ts';
import { canAskInLines } from '../ui/terminal/mode.ts';
import { commandAt, fromCommand, groupOf } from './flags/find-command.ts';
import { processEnvironment } from './process/process-environment.ts';
import { commands, sections } from './registry.ts';

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
  const place = helpPlace(argv);
  if (argv.length === 0) return canAskInLines(processEnvironment()) ? false : answerHelp([], place);
  if (first === 'help') return answerHelp(words.slice(1), place);
  if (!words.includes('--help') && !words.includes('-h')) return false;
  return answerHelp(words, place);
}

function helpPlace(argv: readonly string[]): HelpPlace {
  const { stdout, env: environment } = process;
  const isTerminal = stdout.isTTY === true;
  const flags = { plain: argv.includes('--plain'), color: !argv.includes('--no-color') };
  const colors = terminalStyles({ isTerminal }, { environment, ...flags });
  return { colors, columns: isTerminal ? stdout.columns : null };
}

/** @param words the command's name and what follows it */
function answerHelp(words: readonly string[], place: HelpPlace): boolean {
  const [first] = words;
  if (first === undefined || ['help', '--help', '-h'].includes(first))
    return print(programHelp(sections, place));
  const found = commandAt(commands, words);
  if (found !== undefined) return print(commandHelp(found.command, place));
  const group = groupOf(commands, first);
  return group.length === 0 ? false : print(groupHelp(first, group, place));
}

function print(text: string): true {
  process.stdout.write(text);
  return true;
}
