import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/registry.ts';
import { flagNames } from '../../../src/core/options/flag.ts';
import { type Ended, runProgram } from '../../helpers/program/run-program.ts';

const here = { cwd: tmpdir() };

const helps = new Map<string, Promise<Ended>>();

/** The same for all tests: each is printed once. */
function helpOf(name: string): Promise<Ended> {
  const words = name === '' ? [] : name.split(' ');
  const printed = helps.get(name) ?? runProgram([...words, '--help'], here);
  helps.set(name, printed);
  return printed;
}

describe('migrator', () => {
  it('prints its version with --version', async () => {
    const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(await runProgram(['--version'], here)).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  it('lists every command with --help', async () => {
    const { code, stdout } = await helpOf('');
    expect(code).toBe(0);
    for (const { name, summary, isHidden } of commands) {
      if (isHidden === true) {
        expect(stdout).not.toContain(summary);
        continue;
      }
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.replace(/[.+]/g, '\\$&')}$`, 'm'));
    }
  });

  it.each(commands.map(({ name }) => name))(
    'shows every option of %s with --help, or those of all commands in the help of the program',
    async (name) => {
      const command = commands.find((known) => known.name === name);
      const { code, stdout } = await helpOf(name);
      expect(code).toBe(0);
      const shown = `${stdout}${(await helpOf('')).stdout}`;
      for (const flag of flagNames(command?.flags ?? {})) expect(shown).toContain(flag);
    },
  );

  it('keeps the help within 120 columns', async () => {
    for (const name of ['', ...commands.map((command) => command.name)]) {
      const { stdout } = await helpOf(name);
      const longest = Math.max(...stdout.split('\n').map((line) => line.length));
      expect(longest, name).toBeLessThanOrEqual(120);
    }
  });

  it.each(['bash', 'zsh', 'fish'])(
    'prints a completion script for %s that names every command that help lists',
    async (shell) => {
      const { code, stdout } = await runProgram(['completion', shell], here);
      expect(code).toBe(0);
      const listed = commands.filter(({ isHidden = false }) => !isHidden);
      for (const word of listed.flatMap(({ name }) => name.split(' '))) {
        expect(stdout).toContain(word);
      }
    },
  );
});
