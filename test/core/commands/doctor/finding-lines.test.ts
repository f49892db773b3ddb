import { describe, expect, it } from 'vitest';
import { doctorLines } from '../../../../src/core/commands/doctor/finding-lines.ts';
import { fail, pass, warn } from '../../../../src/core/doctor/findings/finding.ts';
import { unicodeSigns } from '../../../../src/core/kernel/format/signs.ts';
import { plainPage } from '../../../../src/core/report/page.ts';

const scopes = 'Signed in to Bitbucket as Robin, scopes: a, b, c, d, e';
const findings = [
  pass('node', 'Node 24.21.0'),
  warn('git', 'git 2.39.5 is old', 'Update git.'),
  pass('proxy', 'No proxy'),
  pass('source-account', scopes, 'Signed in to Bitbucket as Robin with 5 scopes'),
  pass('target', 'GitHub responds'),
  fail('target-account', 'credentials', { message: 'Not signed in', remedy: 'Set DST_TOKEN.' }),
  pass('license', 'Free tier'),
];

describe('doctorLines', () => {
  it('groups checks, with failures first among groups and in each', () => {
    expect(doctorLines(findings, plainPage)).toEqual([
      'GitHub',
      'fail  Not signed in',
      '      Set DST_TOKEN.',
      'pass  GitHub responds',
      '',
      'This machine',
      'warn  git 2.39.5 is old',
      '      Update git.',
      'pass  Node 24.21.0',
      '',
      'Network',
      'pass  No proxy',
      '',
      'Bitbucket',
      'pass  Signed in to Bitbucket as Robin with 5 scopes',
      '',
      'License',
      'pass  Free tier',
      '',
      '1 problem to fix before a migration, 1 warning.',
    ]);
  });

  it('lists scopes where they are asked for', () => {
    expect(doctorLines(findings, plainPage, { listsScopes: true })).toContain(`pass  ${scopes}`);
  });

  it('shows signs in a terminal, and wraps below the text', () => {
    const page = { ...plainPage, isTerminal: true, signs: unicodeSigns, columns: 24 };
    const lines = doctorLines([warn('git', 'git 2.39.5 is far too old', 'Update it.')], page);
    expect(lines.slice(0, 4)).toEqual([
      'This machine',
      '! git 2.39.5 is far too',
      '  old',
      '  Update it.',
    ]);
    expect(lines.at(-1)).toBe('! Ready to migrate, with 1 warning.');
  });
});
