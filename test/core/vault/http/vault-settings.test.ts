import { describe, expect, it } from 'vitest';
import { decodeUri } from '../../../../src/core/kernel/base-url.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { encodeName, entryPath } from '../../../../src/core/vault/entries/entry-path.ts';
import {
  checkVaultPath,
  readVaultSettings,
} from '../../../../src/core/vault/http/vault-settings.ts';

const set = { VAULT_ADDR: 'https://vault.acme.example:8200/', VAULT_TOKEN: 'hvs.token' };

function codeOf(read: () => unknown): string {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof MigratorError) return thrown.code;
  }
  return 'none';
}

describe('the settings of the vault', () => {
  it('are those that its own tools know', () => {
    expect(readVaultSettings({ ...set, VAULT_NAMESPACE: '/team/a/' })).toEqual({
      address: 'https://vault.acme.example:8200',
      token: 'hvs.token',
      namespace: 'team/a',
      caFile: null,
      mount: 'secret',
    });
  });

  it.each([
    [{ VAULT_TOKEN: 'x' }, 'configuration'],
    [{ VAULT_ADDR: set.VAULT_ADDR }, 'credentials'],
    [{ ...set, VAULT_ADDR: 'http://vault.acme.example' }, 'configuration'],
    [{ ...set, VAULT_TOKEN: 'hvs.token\n' }, 'configuration'],
    [{ ...set, VAULT_NAMESPACE: '../other' }, 'configuration'],
  ])('%j are refused: %s', (variables, code) => {
    expect(codeOf(() => readVaultSettings(variables))).toBe(code);
  });

  it('take plain http on this machine', () => {
    const { address } = readVaultSettings({ ...set, VAULT_ADDR: 'http://127.0.0.1:8200' });
    expect(address).toBe('http://127.0.0.1:8200');
  });

  it.each(['', 'a//b', '..', 'a/../b', 'a b', 'a?b', 'a%2Fb'])('take no project "%s"', (path) => {
    expect(codeOf(() => checkVaultPath(path, '--vault-project'))).toBe('usage');
  });
});

describe('the path of an entry', () => {
  it('has a folder for each level', () => {
    const repository = 'web';
    const name = 'TOKEN';
    expect(entryPath('acme', { level: 'workspace', name })).toBe('acme/workspace/TOKEN');
    expect(entryPath('acme', { level: 'repository', repository, name })).toBe(
      'acme/repositories/web/TOKEN',
    );
    expect(
      entryPath('acme', { level: 'deployment', repository, environment: 'EU/West', name }),
    ).toBe('acme/environments/web/EU%2FWest/TOKEN');
  });

  it.each(['..', '.', 'a/b', 'Prod EU', '100%', 'größe'])('can be led nowhere by "%s"', (name) => {
    const segment = encodeName(name);
    expect(segment).not.toMatch(/[/ ]|^\.{1,2}$/);
    expect(decodeUri(segment)).toBe(name);
  });
});
