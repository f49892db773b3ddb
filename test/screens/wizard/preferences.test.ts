import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WizardOptions } from '../../../src/core/options/controls.ts';
import {
  filePreferences,
  parseAnswers,
  rememberedOptions,
} from '../../../src/screens/wizard/engine/preferences.ts';
import { initialOptions, optionsOf } from '../../../src/screens/wizard/steps/state/options.ts';

describe('answers that are kept', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-preferences-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => join(folder, 'preferences.json');

  it('are there the next time, in a file for the person alone', async () => {
    const answers = { workspace: 'acme', options: { organization: 'acme-gh', workers: 8 } };
    (await filePreferences(folder)).save(answers);
    expect((await filePreferences(folder)).read()).toEqual(answers);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('are none where the file is damaged', async () => {
    writeFileSync(file(), '{ "last": ');
    expect((await filePreferences(folder)).read()).toEqual({ workspace: '', options: {} });
  });

  it('are those that can still be understood', () => {
    const last = { workspace: 7, options: { organization: 'acme', workers: 'many' } };
    expect(parseAnswers(last)).toEqual({ workspace: '', options: {} });
    expect(parseAnswers({ workspace: 'acme', options: { lfs: 'never', old: 1 } })).toEqual({
      workspace: 'acme',
      options: { lfs: 'never' },
    });
  });

  it('never are that repositories become public', () => {
    const options = { organization: 'acme', visibility: 'public' };
    expect(parseAnswers({ workspace: 'acme', options }).options).toEqual({
      organization: 'acme',
      visibility: 'source',
    });
    const chosen = { ...optionsOf(initialOptions({})), visibility: 'public', publishPrivate: true };
    const remembered = rememberedOptions(chosen as WizardOptions);
    expect(remembered).not.toHaveProperty('visibility');
    expect(remembered).not.toHaveProperty('publishPrivate');
  });

  it('hold nobody up where the folder cannot be used', async () => {
    writeFileSync(join(folder, 'no-folder'), '');
    const preferences = await filePreferences(join(folder, 'no-folder', 'state'));
    expect(() => preferences.save({ workspace: 'acme', options: {} })).not.toThrow();
    expect(readFileSync(join(folder, 'no-folder'), 'utf8')).toBe('');
  });

  it('leave the signals to those who watched them', async () => {
    const before = process.listenerCount('SIGTERM');
    await filePreferences(folder);
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
