import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { expectRestored } from '../../helpers/terminal/manners.ts';
import { terminalProblem } from '../../helpers/terminal/terminal.ts';
import { type CutoverPlace, openCutoverPlace } from '../../program/cutover/cutover-place.ts';
import { ctrlC } from '../dashboard/dashboard-terminal.ts';
import { holdRequest, startIn } from './phases-terminal.ts';

const down = '\u001b[B';

describe.skipIf(terminalProblem() !== null)('commands with phases in a terminal', () => {
  let place: CutoverPlace;
  beforeEach(async () => {
    place = await openCutoverPlace();
  });
  afterEach(() => place[Symbol.asyncDispose]());

  const tags = ['refs/tags/v1'] as const;
  const start = (command: string, ...args: readonly string[]) =>
    startIn(place, [command, '--migration', place.migration, ...args], { columns: 80, rows: 24 });

  it('verify shows a defect of two repositories once, and compares again', async () => {
    const commits = ['one', 'two'].map((slug) => {
      const directory = place.targetOf(slug);
      const commit = git(directory, 'rev-parse', ...tags).trim();
      git(directory, 'update-ref', '-d', ...tags);
      return () => git(directory, 'update-ref', ...tags, commit);
    });
    const program = start('verify');
    await program.until('❯ ✗ 2 repositories  tag v1 is missing');
    const shown = program.lines().join('\n');
    expect(shown).toMatch(/✗ Compare with GitHub +2 of 2/);
    expect(shown).toContain('2 defects');
    program.type('\r');
    await program.until('Esc back');
    expect(program.lines().join('\n')).toMatch(/^ {2}one\n {2}two$/m);
    program.type('\u001b');
    await program.until('r run again');
    for (const restore of commits) restore();
    program.type('r');
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toMatch(/Verified {2}mig_/);
    expectRestored(program);
  });

  it('verify ends with its code where a person closes a defect', async () => {
    git(place.targetOf('one'), 'update-ref', '-d', ...tags);
    const program = start('verify');
    await program.until('r run again');
    program.type('q');
    expect(await program.ended).toBe(6);
    expect(program.lines().join('\n')).toContain('tag v1  is missing');
  });

  it('rollback asks, and takes a cut-over back', async () => {
    expect((await place.cutover()).code).toBe(0);
    const program = start('rollback');
    await program.until('Archive these GitHub repositories and unlock Bitbucket? y/N');
    expect(program.lines().join('\n')).toMatch(/✓ Check that nobody is working on GitHub +2 of 2/);
    program.type('y');
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('2 repositories rolled back.');
    expect(place.restrictions('one')).toEqual([]);
    expectRestored(program);
  });

  it('rollback says how to continue where it is stopped, and does', async () => {
    expect((await place.cutover()).code).toBe(0);
    const program = start('rollback');
    await program.until('y/N');
    holdRequest(place, { host: 'github', method: 'PATCH', path: /acme\/one/ });
    program.type('y');
    await program.until('0 of ');
    program.type(ctrlC);
    await program.until('Stopping after the current steps.');
    program.type(ctrlC);
    expect(await program.ended).toBe(130);
    const command = ['rollback', '--migration', place.migration];
    expect(program.lines().join('\n')).toContain(`Continue:  migrator ${command.join(' ')}`);
    expect((await place.run([...command, '--yes'], place.credentials)).code).toBe(0);
    expect(place.restrictions('one')).toEqual([]);
  });

  it('rollback --delete has each name typed', async () => {
    expect((await place.cutover()).code).toBe(0);
    const scopes = ['repo', 'workflow', 'read:org', 'delete_repo'];
    const { github } = place.sandbox;
    const DST_TOKEN = github.tokens.add({ scopes });
    const program = startIn(
      place,
      ['rollback', '--migration', place.migration, '--delete', '--include', 'one'],
      { environment: { DST_TOKEN } },
    );
    await program.until('Type its name to confirm:');
    program.type('two\r');
    expect(await program.ended).toBe(2);
    expect(program.lines().join('\n')).toContain('Deleting acme/one was not confirmed');
  });

  it('settings says that the cut-over applies them', async () => {
    const program = start('settings');
    expect(await program.ended).toBe(2);
    expect(program.lines().join('\n')).toContain('settings wait for the cut-over');
  });

  it('the menu of a migration verifies, and shows the result until a key', async () => {
    const program = startIn(place, [], { columns: 80, rows: 24 });
    await program.until('❯ New migration');
    program.type(down);
    await program.until('❯ acme-workspace');
    program.type('\r');
    await program.until('❯ Sync');
    program.type(down);
    await program.until('❯ Verify');
    program.type('\r');
    await program.until('⏎ verify');
    program.type('\r');
    await program.until('q close');
    expect(program.lines().join('\n')).toMatch(/✓ Compare with GitHub +2 of 2/);
    program.type('q');
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toMatch(/Verified {2}mig_/);
  });
});
