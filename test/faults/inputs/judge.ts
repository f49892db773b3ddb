import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { failureLines } from '../../../src/core/report/failure-lines.ts';
import type { Outcome } from './world.ts';

/** Marks of a defect of ours that has come through to a person. */
const marksOfDefects: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a stack trace', /^\s+at .+(:\d+:\d+|<anonymous>)/m],
  ['an error of the engine', /\b(Type|Range|Syntax|Reference|URI)Error\b/],
  ['a defect of ours', /Unexpected error:/],
  ['undefined', /\bundefined\b/],
  ['[object Object]', /\[object \w+\]/],
  ['NaN', /\bNaN\b/],
];

/** How the JSON of an error begins. */
const errorLine = '{"type":"error"';

/** All but the end of a line. */
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

function marksIn(text: string): string[] {
  return marksOfDefects.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}

export interface Expected {
  /** Exit codes that such an input may end with. */
  readonly codes: readonly number[];
  /** Names of which one of the messages must have one. */
  readonly names: readonly string[];
  /** Milliseconds of the processor that it may take. */
  readonly within: number;
}

/** Returns what is wrong with how a command line has ended; nothing where it is as documented. */
export function complaintsAbout(outcome: Outcome, expected: Expected): string[] {
  const { code, stdout, stderr, milliseconds } = outcome;
  if (code === null) return ['it did not end'];
  const complaints = marksIn(stderr + withoutData(stdout)).map((mark) => `it shows ${mark}`);
  if (!expected.codes.includes(code))
    complaints.push(`it ended with ${code}: ${shorten(stderr + stdout)}`);
  if (control.test(stderr)) complaints.push('standard error holds control characters');
  if (control.test(stdout)) complaints.push('standard output holds control characters');
  if (milliseconds > expected.within) complaints.push('it took too long');
  if (code !== 0) complaints.push(...complaintsAboutErrors(outcome, expected));
  return complaints;
}

/** Its beginning and its end: the error that decided may stand first. */
function shorten(text: string): string {
  return text.length <= 1000 ? text : `${text.slice(0, 500)} … ${text.slice(-500)}`;
}

/** JSON in one line or in several holds what the input held; only of an error each word is ours. */
function withoutData(stdout: string): string {
  const lines = stdout.startsWith('{\n') ? [] : stdout.split('\n');
  return lines.filter((line) => line.startsWith(errorLine) || !line.startsWith('{')).join('\n');
}

function complaintsAboutErrors({ stdout, stderr, code }: Outcome, { names }: Expected): string[] {
  const told = errorsOf(stdout, stderr);
  // A run that ended with failures reports them in its summary.
  if (told.length === 0) return code === 6 ? [] : ['it tells no error'];
  const complaints: string[] = [];
  if (!told.some(({ message }) => names.some((name) => message.includes(name))))
    complaints.push('no error names what it is about');
  if (told.some(({ hint }) => hint === null)) complaints.push('an error has no hint');
  if (told.some(({ message }) => message.includes('\n')))
    complaints.push('a message has several lines');
  return complaints;
}

interface Told {
  readonly message: string;
  readonly hint: string | null;
}

function errorsOf(stdout: string, stderr: string): readonly Told[] {
  const told: Told[] = [];
  for (const line of stdout.split('\n')) {
    if (line.startsWith(errorLine)) told.push(JSON.parse(line) as Told);
    if (line.startsWith('{"type":"verification"')) told.push(...unverifiedIn(line));
  }
  const lines = stderr.split('\n');
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('error  ')) continue;
    const hint = lines[index + 1]?.startsWith('       ') === true ? 'there is one' : null;
    told.push({ message: line.slice(7), hint });
  }
  return told;
}

/** Why `verify --json` could not judge a repository stands in its result. */
function unverifiedIn(line: string): readonly Told[] {
  const { repositories } = JSON.parse(line) as {
    repositories: readonly { readonly unverified: Told | null }[];
  };
  return repositories.flatMap(({ unverified }) => unverified ?? []);
}

/** Returns what is wrong with what a call of a port has thrown. */
export function complaintsAboutThrown(thrown: unknown, names: readonly string[]): string[] {
  if (!(thrown instanceof MigratorError)) {
    const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    return [`it threw ${what}`];
  }
  const { message, hint, detail, code, retry } = thrown;
  const shown = failureLines({ code, message, hint, detail, retry }, { color: false });
  const complaints = marksIn(shown.join('\n')).map((mark) => `it shows ${mark}`);
  if (code === 'unexpected') complaints.push('it is unforeseen');
  if (shown.some((line) => control.test(line) || line.includes('\n')))
    complaints.push('it shows control characters');
  if (message.includes('\n')) complaints.push('its message has several lines');
  if (message.length > 2000) complaints.push('its message is very long');
  if (!names.some((name) => message.includes(name))) complaints.push('it names nothing');
  if (hint === null) complaints.push('it has no hint');
  return complaints;
}
