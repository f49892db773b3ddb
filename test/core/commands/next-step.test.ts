import { describe, expect, it } from 'vitest';
import type { CommandProgram } from '../../../src/core/commands/command-program.ts';
import { sayNext, withSameConfig } from '../../../src/core/commands/next-step.ts';

function said(columns: number | null, flags: { json?: boolean; config?: string }): string {
  let text = '';
  const stderr = { isTerminal: columns !== null, columns, write: (one: string) => (text += one) };
  const program = { stderr } as unknown as CommandProgram;
  sayNext(program, flags, 'migrator migrate --plan plans/first-wave.json --dry-run');
  return text;
}

describe('sayNext()', () => {
  it('writes one line where nobody wraps, however long it is', () => {
    const config = 'a-folder-with-a-long-name/and-another-one/migrator.yaml';
    expect(said(null, { config })).toBe(
      `Next: migrator migrate --plan plans/first-wave.json --dry-run --config ${config}\n`,
    );
  });

  it('gives a command its own line in a narrow terminal', () => {
    expect(said(58, {})).toBe('Next:\n  migrator migrate --plan plans/first-wave.json --dry-run\n');
  });

  it('says nothing beside JSON', () => {
    expect(said(null, { json: true })).toBe('');
  });
});

describe('withSameConfig()', () => {
  it('names the configuration in each line that ends with a command', () => {
    const lines = [
      'Next: migrator doctor',
      'Verified.',
      'Resume:  migrator migrate --resume mig_1',
    ];
    expect(withSameConfig(lines, 'my files/m.yaml')).toEqual([
      "Next: migrator doctor --config 'my files/m.yaml'",
      'Verified.',
      "Resume:  migrator migrate --resume mig_1 --config 'my files/m.yaml'",
    ]);
  });

  it('changes nothing without a configuration, in sentences, and where it is named already', () => {
    const lines = ['Next: migrator config show --config a.yaml', 'See migrator status --help.'];
    expect(withSameConfig(lines, 'b.yaml')).toEqual(lines);
    expect(withSameConfig(['Next: migrator doctor'], undefined)).toEqual(['Next: migrator doctor']);
  });
});
