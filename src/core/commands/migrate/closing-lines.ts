import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';

/** What a person can look at after a run, and what its exit code says. */
export function closingLines(migration: string, code: ExitCode): readonly string[] {
  const words: Partial<Record<ExitCode, string>> = {
    [exitCodes.done]: 'done',
    [exitCodes.someFailed]: 'finished, but some repositories failed',
    [exitCodes.interrupted]: 'interrupted; everything can be resumed',
  };
  const meaning = words[code] ?? 'ended before all repositories had their turn';
  return [
    '',
    `Compare it with:  migrator verify --migration ${migration}`,
    `All of it:        migrator status --migration ${migration}`,
    `Exit code ${code}: ${meaning}`,
  ];
}
