import { type ConfigKey, configKeys } from '../../config/config-keys.ts';
import { defaultConfigFile } from '../../config/load-config.ts';
import { checkBaseUrl } from '../../kernel/base-url.ts';
import { interrupted } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { commentModes } from '../../ports/pull-request-target.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { sayNext } from '../next-step.ts';

interface InitFlags {
  readonly output: string | undefined;
  readonly force: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** A question whose empty answer keeps the default. */
interface Question {
  readonly path: string;
  readonly text: string;
  /** The value in YAML; `null` for an invalid answer. */
  readonly read: (answer: string) => string | null;
}

const questions: readonly Question[] = [
  {
    path: 'migration.include_lfs',
    text: 'Migrate LFS objects: always, never, or if found? [found] ',
    read: (answer) =>
      answer === 'always' ? 'true' : answer === 'never' ? 'false' : answer === 'found' ? '' : null,
  },
  {
    path: 'migration.timeout_seconds',
    text: 'Timeout per repository, in seconds? [3600] ',
    read: (answer) => (/^[1-9]\d{0,5}$/.test(answer) && Number(answer) <= 604_800 ? answer : null),
  },
  {
    path: 'pull_requests.migrate',
    text: 'Migrate pull requests, yes or no? [yes] ',
    read: (answer) => (/^y(es)?$/.test(answer) ? 'true' : /^no?$/.test(answer) ? 'false' : null),
  },
  {
    path: 'pull_requests.comments',
    text: `Conversations: ${commentModes.join(', ')}? [threaded] `,
    read: (answer) => (commentModes.some((mode) => mode === answer) ? answer : null),
  },
  {
    path: 'license.service_url',
    text: 'URL of the license service? [none] ',
    read: (answer) => (answer === 'none' ? '' : address(answer)),
  },
  {
    path: 'telemetry.endpoint',
    text: 'URL for anonymous telemetry (docs/telemetry.md)? [none] ',
    read: (answer) => (answer === 'none' ? '' : address(answer)),
  },
];

/** `migrator config init`: writes a commented migrator.yaml, with the answers of the person at the terminal. */
export async function runInit(given: HandlerInput<InitFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  const path = flags.output ?? defaultConfigFile;
  const outputs = [{ flag: '--output', path }];
  const writing = { force: flags.force || flags.yes, uid: program.uid };
  await checkOutputs({ outputs, inputs: [], ...writing });
  const isAsked = program.ask !== null && !flags.json && path !== '-';
  const text = commentedConfig(isAsked ? await answers(program) : {});
  if (path === '-') {
    program.stdout.write(text);
    return exitCodes.done;
  }
  await writeText(path, text, writing);
  if (flags.json) program.stdout.write(jsonLine({ type: 'file-written', path }));
  else program.stderr.write(`Wrote ${safe(path)}.\n`);
  const named = `migrator config show --config ${shellValue(path)}`;
  sayNext(
    program,
    { json: flags.json },
    path === defaultConfigFile ? 'migrator config show' : safe(named),
  );
  return exitCodes.done;
}

async function answers(program: CommandProgram): Promise<ChosenValues> {
  program.stderr.write('Press Enter for the default in brackets.\n');
  const chosen: Record<string, string> = {};
  for (const { path, text, read } of questions) {
    const value = await answerTo(program, text, read);
    if (value !== '') chosen[path] = value;
  }
  return chosen;
}

async function answerTo(program: CommandProgram, text: string, read: Question['read']) {
  for (;;) {
    const answer = await program.ask?.(text);
    if (answer === null || answer === undefined) throw interrupted();
    if (answer.trim() === '') return '';
    const value = read(answer.trim());
    if (value !== null) return value;
    program.stderr.write(`"${answer.trim()}" is not valid here.\n`);
  }
}

function address(answer: string): string | null {
  try {
    return checkBaseUrl(answer, 'the answer');
  } catch {
    return null;
  }
}

/** By the path of the key, as in YAML. */
type ChosenValues = Readonly<Record<string, string>>;

/** Of a comment line. */
const width = 100;

/** migrator.yaml with every key: others than the chosen ones are comments with their defaults. Pure. */
export function commentedConfig(chosen: ChosenValues): string {
  const groups = Map.groupBy(configKeys(), ({ path }) => path.split('.')[0] ?? '');
  const parts = [...groups].map(([group, keys]) => {
    const isUsed = keys.some(({ path }) => path in chosen);
    return [`${isUsed ? '' : '# '}${group}:`, ...keys.flatMap((key) => keyLines(key, chosen))];
  });
  return `${[head, ...parts].map((part) => part.join('\n')).join('\n\n')}\n`;
}

const head = [
  '# Configuration for migrator. Every key is optional: uncomment its group and the key to change it.',
  '# Credentials come from environment variables, never from this file (docs/configuration.md).',
];

function keyLines(key: ConfigKey, chosen: ChosenValues): readonly string[] {
  const name = key.path.split('.').slice(1).join('.');
  const value = chosen[key.path];
  const assignment = `${name}: ${value ?? exampleOf(key)}`;
  return [
    ...wrapped(key.description).map((line) => `  # ${line}`),
    value === undefined ? `#   ${assignment}` : `  ${assignment}`,
  ];
}

/** The default where it is a value, otherwise an example. */
function exampleOf({ kind, defaultText, choices, path }: ConfigKey): string {
  const word = /^[^\s,;]+/.exec(defaultText)?.[0] ?? '';
  if (kind === 'boolean') return /^(true|false)$/.test(word) ? word : 'true';
  if (kind === 'number') return /^\d+$/.test(word) ? word : '1';
  if (choices !== null) return choices.includes(word) ? word : (choices[0] ?? '');
  if (/^https?:/.test(word)) return word;
  if (path === 'state.url') return 'postgresql://migrator@host.example.com/migrator';
  return /(?:url|endpoint|webhook)$/.test(path) ? 'https://host.example.com' : word || 'value';
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
