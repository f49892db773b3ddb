import { describe, expect, it } from 'vitest';
import { startInTerminal, terminalProblem } from '../../helpers/terminal/terminal.ts';
import {
  addTwo,
  expectReplaced,
  makeByOther,
  openPlaceForEachTest,
  place,
  runArguments,
} from './overwrite/overwrite-place.ts';

openPlaceForEachTest();

const problem = terminalProblem();
describe.skipIf(problem !== null)(`in a terminal${problem === null ? '' : ` (${problem})`}`, () => {
  function start(flags: readonly string[], environment = {}) {
    return startInTerminal([...runArguments, ...flags], {
      cwd: place.folder,
      environment: { ...place.sandbox.environment, ...environment },
    });
  }

  it('the name of each repository has to be typed', async () => {
    await addTwo();
    const old = await makeByOther('one');
    await makeByOther('two');
    const program = start(['--overwrite']);
    await program.until('acme/one, acme/two already exist.');
    await program.until('Type replace to confirm');
    program.type('replace\r');
    expect(await program.ended).toBe(0);
    expectReplaced(old);
  });

  it('another word changes nothing', async () => {
    const old = await makeByOther('one');
    const program = start(['--overwrite']);
    await program.until('Type replace to confirm');
    program.type('yes\r');
    await program.until('Replacing repositories (--overwrite) was not confirmed');
    expect(await program.ended).toBe(2);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
  });

  it.each([[[]], [['--plain']]])('Esc leaves the question, with %j', async (flags) => {
    const old = await makeByOther('one');
    const program = start(['--overwrite', ...flags]);
    await program.until('Type replace to confirm');
    program.type('repl\u001b');
    await program.until('Replacing repositories (--overwrite) was not confirmed');
    expect(await program.ended).toBe(2);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
  });

  it('Ctrl+C at the question ends it', async () => {
    const old = await makeByOther('one');
    const program = start(['--overwrite']);
    await program.until('Type replace to confirm');
    program.type('\u0003');
    expect(await program.ended).toBe(130);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
  });

  it('nobody is asked under CI', async () => {
    const program = start(['--overwrite'], { CI: 'true' });
    expect(await program.ended).toBe(2);
    expect(program.lines().join('\n')).toContain('prompts are off (no terminal, CI or --json)');
  });

  it('--reset-state lists the migrations and asks which one, and whether', async () => {
    expect((await place.run(runArguments)).code).toBe(0);
    const program = startInTerminal(['migrate', '--reset-state', '-v'], {
      cwd: place.folder,
      environment: place.sandbox.environment,
    });
    await program.until('Which migration do you want to reset?');
    program.type('1\r');
    await program.until('Continue? [y/N]');
    program.type('y\r');
    // Without being reset it would have had nothing to do; steps stand in the dashboard, which may never draw so short a run.
    await program.until('done     one');
    expect(await program.ended).toBe(0);
  });

  it('--cancel asks, and the default answer is no', async () => {
    place.sandbox.faults.add({
      host: 'github-git',
      path: /git-receive-pack/,
      // Ours, and git's after it.
      times: 2,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    const listed = (await place.run(['status', '--list'])).stdout.match(/mig_[0-9a-z]{12}/g);
    const id = listed?.at(-1) ?? '';
    const program = startInTerminal(['migrate', '--cancel', id], { cwd: place.folder });
    await program.until('Continue? [y/N]');
    program.type('\r');
    await program.until('was not confirmed');
    expect(await program.ended).toBe(2);
    expect((await place.run(['status', '--migration', id])).stdout).not.toContain('cancelled');
  });
});
