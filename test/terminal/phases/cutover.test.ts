import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectManners, expectRestored, showingTerminal } from '../../helpers/terminal/manners.ts';
import { terminalProblem } from '../../helpers/terminal/terminal.ts';
import { type CutoverPlace, openCutoverPlace } from '../../program/cutover/cutover-place.ts';
import { ctrlC } from '../dashboard/dashboard-terminal.ts';
import { holdRequest, startAloneIn, startIn } from './phases-terminal.ts';

const slugs = ['one', 'two', 'three'];
/** All are locked, and one repository is held in its settings. */
const inSettings = '◉ Apply settings        2 of 3  two';

describe.skipIf(terminalProblem() !== null)('a cut-over in a terminal', () => {
  let place: CutoverPlace;
  beforeEach(async () => {
    place = await openCutoverPlace({}, slugs);
  });
  afterEach(() => place[Symbol.asyncDispose]());

  const command = () => ['cutover', '--migration', place.migration];
  const locks = () => slugs.map((slug) => place.restrictions(slug).length);
  const isOpen = (slug: string) => place.sandbox.github.findRepository(`acme/${slug}`)?.hasIssues;
  /** Holds the settings of one repository, while all are locked. */
  const holdSettings = () =>
    holdRequest(place, { host: 'github', method: 'PUT', path: /acme\/two\/actions\/permissions/ });

  it('asks on its screen, ticks its phases, and leaves what it came to on the terminal', async () => {
    const program = startAloneIn(place, command(), {
      ...{ columns: 80, rows: 24, shell: showingTerminal },
    });
    await program.until('Lock Bitbucket and switch to GitHub now? y/N');
    expect(program.lines().join('\n')).toContain('✓ Check both sides');
    expect(locks()).toEqual([0, 0, 0]);
    const release = holdSettings();
    program.type('y');
    await program.until(inSettings);
    const shown = program.lines().join('\n');
    expect(shown).toMatch(/Bitbucket locked for \d+s/);
    expect(shown).toMatch(/✓ Final sync +3 of 3/);
    expect(shown).toMatch(/◉ Apply settings +2 of 3 {2}two/);
    expect(shown).toMatch(/○ Open GitHub/);
    release();
    expect(await program.ended).toBe(0);
    const left = program.lines().join('\n');
    expect(left).toMatch(/^Lock and test a push +3 repositories {2}\d/m);
    expect(left).toContain('3 repositories cut over in');
    expect(left).toMatch(/Nobody could push for \d/);
    expect(left).not.toContain('a abort');
    expectManners(program, 24);
    expectRestored(program);
  });

  it('changes nothing where the answer is no', async () => {
    const program = startIn(place, command());
    await program.until('y/N');
    program.type('\r');
    expect(await program.ended).toBe(2);
    expect(program.lines().join('\n')).toContain('The cut-over was not confirmed');
    expect(locks()).toEqual([0, 0, 0]);
  });

  it('stops at q after the current steps, says how to continue, and a second run does', async () => {
    const first = startIn(place, command());
    await first.until('y/N');
    const release = holdSettings();
    first.type('y');
    await first.until(inSettings);
    first.type('q');
    await first.until('Stop after the current steps? y/N');
    expect(first.lines().join('\n')).toContain('3 of 3 repositories stay locked on Bitbucket.');
    first.type('y');
    await first.until('Stopping after the current steps.');
    release();
    expect(await first.ended).toBe(130);
    const stopped = first.lines().join('\n');
    expect(stopped).toContain('3 of 3 repositories stay locked on Bitbucket.');
    expect(stopped).toContain(`Continue:  migrator cutover --migration ${place.migration}`);
    expect(stopped).toContain(`Unlock:    migrator cutover --migration ${place.migration} --abort`);
    expect(locks().every((many) => many > 0)).toBe(true);

    const second = startIn(place, command());
    await second.until('y/N');
    const again = second.lines().join('\n');
    expect(again).toMatch(/Bitbucket locked for \d/);
    expect(again).toContain('Bitbucket has been locked since');
    expect(again).toMatch(/✓ Apply settings +3 of 3/);
    second.type('y');
    expect(await second.ended).toBe(0);
    expect(second.lines().join('\n')).not.toMatch(/^Lock and test a push/m);
    expect(slugs.every((slug) => isOpen(slug) !== undefined)).toBe(true);
  });

  it('locks nothing more while q asks, and counts what is locked as its row does', async () => {
    const program = startIn(place, command());
    await program.until('y/N');
    const release = holdRequest(place, {
      ...{ host: 'bitbucket', method: 'POST', path: /two\/branch-restrictions/ },
    });
    program.type('y');
    await program.until('◉ Lock and test a push  2 of 3  two');
    program.type('q');
    await program.until('2 of 3 repositories are locked on Bitbucket; 1 more is being locked.');
    await program.until('Paused: no new steps start.');
    release();
    program.type('?');
    await program.until('Resumed.');
    expect(await program.ended).toBe(0);
  });

  it('unlocks Bitbucket by a key, also in the middle of a step', async () => {
    const program = startIn(place, command());
    await program.until('y/N');
    program.type('a');
    holdSettings();
    program.type('y');
    await program.until(inSettings);
    program.type('a');
    await program.until('Abort, and unlock Bitbucket? GitHub stays closed. y/N');
    program.type('n');
    await program.until('a abort');
    program.type('a');
    await program.until('Abort, and unlock Bitbucket?');
    program.type('y');
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('3 Bitbucket repositories unlocked.');
    expect(locks()).toEqual([0, 0, 0]);
    expectRestored(program);
  });

  it('lists problems by their cause, and begins once they are solved', async () => {
    const found = ['one', 'two'].map((slug) => place.sandbox.github.findRepository(`acme/${slug}`));
    for (const one of found) if (one !== null) one.hasIssues = true;
    const program = startIn(place, command(), { columns: 80, rows: 24 });
    await program.until('The cut-over cannot start. Nothing was changed.');
    await program.until('❯ ✗ 2 repositories  Issues are on');
    program.type('\r');
    await program.until('Esc back');
    expect(program.lines().join('\n')).toMatch(/^ {2}one\n {2}two$/m);
    for (const one of found) if (one !== null) one.hasIssues = false;
    program.type('\u001b');
    await program.until('r run again');
    program.type('r');
    await program.until('Lock Bitbucket and switch to GitHub now? y/N');
    program.type('y');
    expect(await program.ended).toBe(0);
  });

  it('ends at Ctrl+C as everywhere, and at once at the second', async () => {
    const program = startIn(place, command());
    await program.until('y/N');
    holdSettings();
    program.type('y');
    await program.until(inSettings);
    program.type(ctrlC);
    await program.until('Stopping after the current steps.');
    program.type(ctrlC);
    expect(await program.ended).toBe(130);
    expect(program.lines().join('\n')).toContain('Continue:  migrator cutover');
    expectRestored(program);
  });

  it('stays plain with --plain', async () => {
    const program = startIn(place, [...command(), '--plain', '--yes']);
    expect(await program.ended).toBe(0);
    expect(program.raw()).not.toContain('\u001b[?1049h');
    expect(program.lines().join('\n')).toContain('3 repositories cut over in');
  });
});
