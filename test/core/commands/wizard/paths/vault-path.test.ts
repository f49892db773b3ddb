import { describe, expect, it } from 'vitest';
import { parseFlags } from '../../../../../src/cli/flags/parse-flags.ts';
import type { Command } from '../../../../../src/core/commands/command.ts';
import { commandLineArguments } from '../../../../../src/core/commands/command-line.ts';
import {
  fromVaultFlags,
  hasVault,
  toVaultFlags,
  type VaultChoices,
} from '../../../../../src/core/commands/paths/vault-path.ts';
import {
  secretsSyncFromVaultCommand,
  secretsSyncToVaultCommand,
} from '../../../../../src/core/commands/secrets-vault/command.ts';
import type { Flags, FlagValues } from '../../../../../src/core/options/flag.ts';

const plain: VaultChoices = {
  workspace: 'acme',
  project: 'team/p',
  organization: 'acme-gh',
  inventory: 'inventory.json',
  manifest: 'secrets.yaml',
  plan: undefined,
  repositories: undefined,
  config: undefined,
};

/** Parses what the command gets of its own words. */
function parsed<F extends Flags>(command: Command<F>, values: Partial<FlagValues<F>>) {
  const words = commandLineArguments(command, values).slice(1 + command.name.split(' ').length);
  return parseFlags(command as unknown as Command, words).flags;
}

describe('the flags of the commands of a vault', () => {
  it('say nothing that holds without being said', () => {
    expect(toVaultFlags(plain)).toEqual({
      workspace: 'acme',
      vaultProject: 'team/p',
      inventory: 'inventory.json',
    });
    expect(fromVaultFlags(plain)).toEqual({
      vaultProject: 'team/p',
      targetOrg: 'acme-gh',
      manifest: 'secrets.yaml',
    });
  });

  it('name the plan and its repositories', () => {
    const planned = { ...plain, plan: 'plan.json', repositories: 'list.txt' };
    expect(toVaultFlags(planned)).toMatchObject({ repositories: 'list.txt' });
    expect(fromVaultFlags(planned)).toMatchObject({ plan: 'plan.json' });
  });

  it('come back from the words that are shown, whatever was typed', () => {
    const odd = { ...plain, project: '-p', organization: "o'", config: '-c d.yaml' };
    expect(parsed(secretsSyncToVaultCommand, toVaultFlags(odd))).toMatchObject(toVaultFlags(odd));
    expect(parsed(secretsSyncFromVaultCommand, fromVaultFlags(odd))).toMatchObject(
      fromVaultFlags(odd),
    );
  });
});

describe('a vault', () => {
  it.each([
    [{}, false],
    [{ VAULT_ADDR: '' }, false],
    [{ VAULT_ADDR: 'https://vault.acme.example' }, true],
  ])('is offered with %j: %s', (environment, expected) => {
    expect(hasVault(environment)).toBe(expected);
  });
});
