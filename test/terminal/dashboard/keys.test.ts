import { expect, it } from 'vitest';
import { hold } from '../../helpers/repositories/hold.ts';
import { hasMoved, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { expectManners, expectRestored } from '../../helpers/terminal/manners.ts';
import { describeInTerminal, place, refuseOne, slugs, start } from './dashboard-terminal.ts';

describeInTerminal('the keys of the dashboard', () => {
  it('puts a failed repository back into the queue, while others run', async () => {
    refuseOne();
    const release = hold(place, 'two');
    const program = await start(['one', 'two']);
    await program.until('failed   one');
    await program.until('✗ one');
    // What has failed stands first.
    program.type('r');
    await program.until('again    one');
    release();
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('2 done, 0 skipped, 0 failed');
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
    expectManners(program, 40);
    expectRestored(program);
  });

  it('waits for a person when all had their turn and one has failed', async () => {
    refuseOne();
    const program = await start(['one']);
    await program.until('1 failed: press r to retry, q to end the run');
    program.type('r');
    expect(await program.ended).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('ends with 6 where the person leaves it at that', async () => {
    refuseOne();
    const program = await start(['one']);
    await program.until('q to end the run');
    program.type('q');
    expect(await program.ended).toBe(6);
    const shown = program.lines().join('\n');
    expect(shown).toContain('Completed with failures: 0 of 1 repository is on GitHub');
    expectRestored(program);
  });

  it('waits for nobody who has already said yes', async () => {
    refuseOne();
    const program = await start(['one'], ['--yes']);
    expect(await program.ended).toBe(6);
  });

  it('skips a repository that is worked on, until it is asked for again', async () => {
    hold(place, 'one');
    const program = await start(['one', 'two']);
    await program.until('fetch');
    program.type('s');
    await program.until('Skip one? y/N');
    program.type('y');
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('1 done, 1 skipped, 0 failed');
    expect(place.sandbox.github.repositories).toHaveLength(1);
    place.sandbox.faults.clear();
    const id = await newestMigration(place);
    expect((await place.run(['migrate', '--resume', id])).stderr).toContain('nothing was changed');
    const again = await place.run(['migrate', '--resume', id, '--reset-repo', 'one', '--yes']);
    expect(again.code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('skips one that waits for its turn, and takes it in again', async () => {
    const release = hold(place, 'one');
    const program = await start(['one', 'two']);
    await program.until('fetch');
    program.type('\u001b[B');
    program.type('s');
    await program.until('Skip two?');
    program.type('y');
    await program.until('skipped  two');
    // Among all, those that have ended come last.
    program.type('\t');
    program.type('\t');
    program.type('G');
    program.type('r');
    await program.until('again    two');
    release();
    expect(await program.ended).toBe(0);
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
  });

  it('pauses, so that nothing is sent, and goes on', async () => {
    const release = hold(place, 'one');
    const program = await start(['one']);
    await program.until('fetch');
    program.type('p');
    await program.until('Paused since');
    release();
    // Meanwhile it would have been done otherwise.
    for (let turn = 0; turn < 5; turn += 1) await place.runAlone(['status', '--list']);
    expect(place.sandbox.github.repositories).toEqual([]);
    program.type('p');
    expect(await program.ended).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('filters, shows the detail of one, and its keys', async () => {
    hold(place, 'one');
    const program = await start(slugs);
    await program.until('fetch');
    program.type('/thr');
    await program.until('filter: thr_');
    await program.until('⏎ keep filter  Esc clear');
    program.type('\r');
    program.type('\r');
    await program.until('three  → three  queued');
    program.type('?');
    await program.until('All keys');
    // With a key right after it, Esc would be Alt.
    program.type('\u001b');
    await program.until('Repositories');
    program.type('q');
    await program.until('Stop after the current steps? y/N');
    program.type('n');
    await program.until('p pause');
    program.type('q');
    await program.until('Stop after the current steps? y/N');
    program.type('y');
    await program.until('Stopping after the current steps');
    program.type('q');
    expect(await program.ended).toBe(130);
  });

  it('takes nothing that is pasted for keys', async () => {
    const release = hold(place, 'one');
    const program = await start(['one', 'two']);
    await program.until('fetch');
    program.type('\u001b[200~sypq\u001b[201~');
    release();
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('2 done, 0 skipped, 0 failed');
  });
});
