import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands as registered } from '../../../../src/cli/registry.ts';
import { startHosts } from '../../../../src/cli/start-hosts.ts';
import { completionScript } from '../../../../src/core/commands/completion/output.ts';
import { wizardCommand } from '../../../../src/core/commands/wizard/command.ts';
import { flagNames } from '../../../../src/core/options/flag.ts';

const commands = registered.filter(({ isHidden = false }) => !isHidden);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-completion-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Returns what real bash would offer for the last of these words. */
function offered(...words: readonly string[]): string[] {
  writeFileSync(join(folder, '.script'), completionScript('bash', registered));
  const ask = `source ./.script
    migrator() {
      [ "$2" = repositories ] && printf '%s\\n' web-shop billing && return
      printf '%s\\t%s\\n' last 'the newest: mig_b' mig_b 'acme to acme' mig_a 'acme to acme'
    }
    COMP_WORDS=(migrator "$@"); COMP_CWORD=$#
    _migrator; for word in "\${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done`;
  const stdout = execFileSync('bash', ['--norc', '-c', ask, 'bash', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => line !== '');
}

function isThere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).error === undefined;
}

describe('the completion script of bash', () => {
  it('offers every command, and those that begin like what was typed', () => {
    const firsts = new Set(commands.map(({ name }) => name.split(' ')[0]));
    const ofWizard = flagNames(wizardCommand({ startHosts, runDemo: async () => 0 }).flags);
    expect(offered('')).toEqual([...firsts, ...ofWizard, '--help', '--version']);
    expect(offered('di')).toEqual(['discover']);
    expect(offered('nothing-like-it')).toEqual([]);
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'offers every flag of %s',
    (name, { flags }) => {
      expect(offered(...name.split(' '), '--')).toEqual([...flagNames(flags), '--help']);
    },
  );

  it('offers the values of a choice and of an operand', () => {
    expect(offered('plan', '--name-from', '')).toEqual(['slug', 'name']);
    expect(offered('plan', '--visibility', 'p')).toEqual(['private', 'public']);
    expect(offered('completion', '').slice(0, 3)).toEqual(['bash', 'zsh', 'fish']);
  });

  it('offers the values that an option has in this command', () => {
    expect(offered('sync', '--reread', '')).toEqual(['changed', 'open', 'all']);
    expect(offered('cutover', '--reread', '')).toEqual(['open', 'all']);
  });

  it('offers ids of migrations, newest first, wherever one is taken', () => {
    const ids = ['last', 'mig_b', 'mig_a'];
    expect(offered('verify', '--migration', '')).toEqual(ids);
    expect(offered('users', 'claim', '--migration', '')).toEqual(ids);
    expect(offered('migrate', '--resume', 'mig_')).toEqual(['mig_b', 'mig_a']);
    expect(offered('migrate', '--cancel', 'l')).toEqual(['last']);
  });

  it('offers files where a file is wanted, also those with spaces in their names', () => {
    for (const name of ['plan.json', 'plan of may.json']) writeFileSync(join(folder, name), '');
    expect(offered('migrate', '--plan', 'pl').sort()).toEqual(['plan of may.json', 'plan.json']);
  });

  it('offers only files of the kind that an option takes, and folders', () => {
    const names = ['plan.json', 'people.csv', 'migrator.yaml', 'other.yml', 'notes.txt'];
    for (const name of names) writeFileSync(join(folder, name), '');
    mkdirSync(join(folder, 'waves'));
    expect(offered('migrate', '--plan', '').sort()).toEqual(['plan.json', 'waves']);
    expect(offered('migrate', '--user-map', '').sort()).toEqual(['people.csv', 'waves']);
    const configs = ['migrator.yaml', 'other.yml', 'waves'];
    expect(offered('migrate', '--config', '').sort()).toEqual(configs);
    expect(offered('migrate', '--log-file', 'no')).toEqual(['notes.txt']);
  });

  it('offers the repositories that migrations have', () => {
    expect(offered('status', '--repository', '')).toEqual(['web-shop', 'billing']);
    expect(offered('status', '--repository', 'w')).toEqual(['web-shop']);
  });

  it('offers no hidden command', () => {
    expect(offered('')).not.toContain('screens');
    expect(offered('help', '')).not.toContain('screens');
  });
});

describe('the completion script of zsh', () => {
  it('begins as zsh wants it and brings bash’s functions along', () => {
    const script = completionScript('zsh', commands);
    expect(script).toMatch(/^#compdef migrator\n.*bashcompinit\n/);
    expect(script).toContain(completionScript('bash', commands));
  });

  it('describes migrations, each id before a colon', () => {
    const script = completionScript('zsh', commands);
    expect(script).toContain('    --migration|--resume|--cancel)\n');
    expect(script).toContain("sed -e 's/:/\\\\:/g' -e 's/\t/:/'");
    expect(script).toContain('compdef _migrator_zsh migrator\n');
  });

  if (isThere('zsh')) {
    it('is understood by zsh', () => {
      writeFileSync(join(folder, 'script'), completionScript('zsh', commands));
      expect(spawnSync('zsh', ['-n', join(folder, 'script')]).status).toBe(0);
    });
  }
});

describe('the completion script of fish', () => {
  const script = completionScript('fish', commands);

  it('has a line for every command and every flag', () => {
    for (const { name, flags } of commands) {
      const words = name.split(' ');
      expect(script).toContain(` -a ${words.at(-1)} -d `);
      const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
      for (const flag of flagNames(flags)) {
        const lines = script
          .split('\n')
          .filter(
            (line) => line.includes(` -n '${seen}`) && line.includes(` -l ${flag.slice(2)} `),
          );
        expect(lines.length, `${name} ${flag}`).toBeGreaterThan(0);
      }
    }
  });

  it('offers ids of migrations with what they are, and options of `status` not behind `license status`', () => {
    const lines = script.split('\n').filter((line) => line.includes(' -l migration '));
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines)
      expect(line).toContain(" -k -a '(migrator completion migrations 2>/dev/null)'");
    expect(script).toContain(
      "-n '__fish_seen_subcommand_from status; and not __fish_seen_subcommand_from users secrets license' -l watch",
    );
  });

  it('offers files of the kind that an option takes first', () => {
    expect(script).toContain("-l plan -x -k -a '(__fish_complete_suffix .json)'");
    const configs = '__fish_complete_suffix .yaml; __fish_complete_suffix .yml';
    expect(script).toContain(`-l config -x -k -a '(${configs})'`);
    expect(script).not.toContain(' -a screens ');
  });

  it('is one command a line, with every quote closed', () => {
    for (const line of script.trimEnd().split('\n')) {
      expect(line).toMatch(/^complete -c migrator /);
      expect((line.replaceAll("\\'", '').match(/'/g) ?? []).length % 2).toBe(0);
    }
  });

  if (isThere('fish')) {
    it('is understood by fish', () => {
      writeFileSync(join(folder, 'script'), script);
      expect(spawnSync('fish', ['--no-execute', join(folder, 'script')]).status).toBe(0);
    });
  }
});
