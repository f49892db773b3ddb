import type { z } from 'zod';
import { type ErrorCode, MigratorError } from '../errors.ts';
import { issueWords } from './issue-text.ts';
import { maxProblems, type Problem } from './problem.ts';
import { readJson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';
import { issuesOfLongLists, schemaProblems } from './schema-problems.ts';

export interface ParseDocument<T> {
  readonly text: string;
  /** For messages. */
  readonly path: string;
  /** Kind of file, for messages: `plan`, `inventory`, `configuration`. */
  readonly what: string;
  readonly code: ErrorCode;
  readonly format: 'json' | 'yaml';
  /** Of a YAML text, where it may be longer than a configuration. */
  readonly maxCharacters?: number;
  readonly schema: z.ZodType<T>;
}

/** Characters of one problem: keys may be of any length. */
const maxMessage = 300;

/**
 * Reads a JSON or YAML file by its schema.
 * @throws the given code, listing the problems with line and column; unknown keys are named with a suggestion
 */
export function parseDocument<T>(options: ParseDocument<T>): T {
  const { schema, text, maxCharacters } = options;
  const reading = options.format === 'json' ? readJson(text) : readYaml(text, maxCharacters);
  if ('problems' in reading) throw fileError(options, reading.problems);
  const { value, locate } = reading;
  const refuse = (issues: readonly z.core.$ZodIssue[]) =>
    otherFile(options, value) ?? fileError(options, schemaProblems({ schema, issues, locate }));
  const early = issuesOfLongLists(schema, value);
  if (early.length > 0) throw refuse(early);
  const result = schema.safeParse(value, { error: issueWords });
  if (result.success) return result.data;
  throw refuse(result.error.issues);
}

const planWriter =
  '`migrator plan --inventory <file> --target-org <organization> --output plan.json`';
const inventoryWriter = '`migrator discover --workspace <workspace> --output inventory.json`';

/** One file of ours in the place of another needs no list of what is wrong with it. */
function otherFile(
  { what, path, code }: ParseDocument<unknown>,
  value: unknown,
): MigratorError | null {
  const found = fileLike(value);
  if (found === null || found === what || (what !== 'plan' && what !== 'inventory')) return null;
  const article = (name: string) => (name === 'inventory' ? `an ${name}` : `a ${name}`);
  return new MigratorError(code, `${path} is ${article(found)}, not ${article(what)}`, {
    hint: `Use the ${what} instead. ${what === 'plan' ? planWriter : inventoryWriter} writes one.`,
  });
}

function fileError(options: ParseDocument<unknown>, problems: readonly Problem[]): MigratorError {
  const firsts = firstOfEach(problems);
  const lines = firsts.slice(0, maxProblems).map(({ at, message }) => {
    const words = oneLine(message);
    return at === null ? words : `line ${at.line}, column ${at.column}: ${words}`;
  });
  if (firsts.length > maxProblems) lines.push('and more');
  return new MigratorError(
    options.code,
    `Invalid ${options.what} ${options.path}: ${lines.join('; ')}`,
    { hint: `Correct the ${options.what} and run the command again.` },
  );
}

function oneLine(text: string): string {
  const line = text.slice(0, maxMessage).replace(/\p{Cc}/gu, ' ');
  return text.length > maxMessage ? `${line}...` : line;
}

/** The same complaint is reported once, at its first place. */
function firstOfEach(problems: readonly Problem[]): readonly Problem[] {
  const firsts = new Map<string, Problem>();
  for (const problem of problems) {
    if (!firsts.has(problem.message)) firsts.set(problem.message, problem);
    if (firsts.size > maxProblems) break;
  }
  return [...firsts.values()];
}

/** Which file of ours a value looks like, by what the other one never has; `null` where it looks like neither. Pure. */
function fileLike(value: unknown): 'plan' | 'inventory' | null {
  const { target, repositories, discovered_at } = keysOf(value);
  const first = Array.isArray(repositories) ? keysOf(repositories[0]) : {};
  const isPlan = 'organization' in keysOf(target) || ('source' in first && 'target' in first);
  if (isPlan) return 'plan';
  return discovered_at !== undefined || 'name' in first ? 'inventory' : null;
}

function keysOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
