import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { makeRepository } from '../helpers/repositories/git-fixture.ts';
import { hold } from '../helpers/repositories/hold.ts';
import { hostCopy } from '../helpers/repositories/host-copy.ts';
import {
  startInTerminal,
  type TerminalOptions,
  terminalProblem,
} from '../helpers/terminal/terminal.ts';
import { startHere } from '../helpers/terminal/terminal-here.ts';

const problem = terminalProblem();
const esc = '\u001b';

describe.skipIf(problem !== null)(`in a terminal${problem === null ? '' : ` (${problem})`}`, () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
    for (const slug of ['one', 'two']) {
      const from = makeRepository(place.folder, slug);
      await hostCopy(place.sandbox.bitbucket, { slug, from });
    }
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
  });

  /** Under CI, where a run is shown as lines also in a terminal. */
  function start(args: readonly string[], options: Partial<Omit<TerminalOptions, 'shell'>> = {}) {
    return startHere(args, inPlace(options));
  }

  /** The built program, at a real terminal. */
  function startAlone(args: readonly string[], options: Partial<TerminalOptions> = {}) {
    return startInTerminal(args, inPlace(options));
  }

  function inPlace(options: Partial<TerminalOptions>): TerminalOptions {
    const environment = { ...place.sandbox.environment, CI: 'true', ...options.environment };
    return { cwd: place.folder, ...options, environment };
  }

  /** A migration of its own for every test: the target's name makes it another one. */
  function planFor(source: string, target: string): string[] {
    place.write(`${target}.json`, place.plan(`${source}:${target}`));
    return ['migrate', '--plan', `${target}.json`];
  }

  it('a run is shown in colours', async () => {
    const program = startAlone(planFor('one', 'colours'));
    expect(await program.ended).toBe(0);
    expect(program.raw()).toContain(`${esc}[32mdone${esc}[39m`);
    expect(program.lines().join('\n')).toContain('1 done, 0 skipped, 0 failed');
  });

  it.each([
    ['--no-color', ['--no-color'], {}],
    ['--plain', ['--plain'], {}],
    ['NO_COLOR', [], { NO_COLOR: '1' }],
  ])('nothing but text is written with %s', async (name, flags, environment) => {
    const target = `plain${name.toLowerCase()}`;
    const program = start([...planFor('one', target), ...flags], { environment });
    expect(await program.ended).toBe(0);
    expect(program.raw()).not.toContain(esc);
    const failing = start(['migrate', ...flags], { environment });
    expect(await failing.ended).toBe(2);
    expect(failing.raw()).toContain('error  migrate needs');
    expect(failing.raw()).not.toContain(esc);
  });

  it('an error is shown in colours', async () => {
    const program = start(['migrate']);
    expect(await program.ended).toBe(2);
    expect(program.raw()).toContain(`${esc}[31merror${esc}[39m`);
  });

  it('no colour goes into a file that results are sent to', async () => {
    const program = startAlone(planFor('one', 'redirected'), {
      shell: '$MIGRATOR "$@" > result.txt',
    });
    expect(await program.ended).toBe(0);
    const result = readFileSync(join(place.folder, 'result.txt'), 'utf8');
    expect(result).toContain('1 done, 0 skipped, 0 failed');
    expect(result).not.toContain(esc);
    expect(program.raw()).toContain(esc);
  });

  it('no line is garbled at 24 columns', async () => {
    const [migrate = '', ...rest] = planFor('two', 'narrow');
    const program = start([migrate, ...rest, '-v'], { columns: 24 });
    expect(await program.ended).toBe(0);
    for (const row of program.rows()) expect(row.length).toBeLessThanOrEqual(24);
    const lines = program.lines();
    expect(lines).toContain('Checking both hosts and this machine; nothing is written yet ...');
    expect(lines).toContain('two: started, as narrow');
    expect(lines).toContain('two: verify: 3 refs equal');
    expect(lines.join(' ')).toMatch(
      /3 refs +equal +to +Bitbucket|3 refs +identical +to +Bitbucket/,
    );
  });

  it('hostile names from the source do nothing to it', async () => {
    const { bitbucket } = place.sandbox;
    const name = `${esc}]0;owned\u0007${esc}]52;c;b3duZWQ=\u0007${esc}[2J\u202etxt.${esc}[31m\rdone`;
    await bitbucket.addRepository({
      slug: 'hostile',
      name,
      description: name,
      from: makeRepository(place.folder, 'hostile'),
    });
    const { workspace } = place.sandbox;
    const discover = start(['discover', '--workspace', workspace, '--output', 'all.json', '-vvv']);
    expect(await discover.ended).toBe(0);
    const plan = start([
      ...['plan', '--inventory', 'all.json', '--target-org', 'acme', '--include', 'hostile'],
      ...['--name-from', 'name', '--output', 'hostile.json'],
    ]);
    expect(await plan.ended).toBe(0);
    const migrate = start(['migrate', '--plan', 'hostile.json', '-vvv']);
    expect(await migrate.ended).toBe(0);
    for (const program of [discover, plan, migrate]) {
      expect(program.title()).toBe('');
      const withoutColors = program.raw().replaceAll(/\u001b\[(?:1|2|22|31|32|33|39)m/g, '');
      expect(withoutColors).not.toMatch(
        /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/,
      );
      expect(withoutColors).not.toMatch(/\r(?!\n)/);
    }
  });

  it('Ctrl+C lets the running step and its git end in order, exits 130 and says how to go on', async () => {
    const { github } = place.sandbox;
    const release = hold(place, 'two');
    const program = startAlone([...planFor('two', 'interrupted'), '-vv']);
    await program.until('two: fetch ...');
    program.type('\u0003');
    await program.until('Stopping after the current steps');
    release();
    expect(await program.ended).toBe(130);
    const lines = program.lines();
    expect(lines).toContain('two: fetch: 3 refs');
    expect(lines.join('\n')).not.toContain('failed   two');
    const resume = lines.find((line) => line.startsWith('Resume:')) ?? '';
    expect(resume).toMatch(/^Resume: {2}migrator migrate --resume mig_[0-9a-z]{12}$/);
    const again = start(['migrate', '--resume', resume.split(' ').at(-1) ?? '']);
    expect(await again.ended).toBe(0);
    expect(github.findRepository('acme/interrupted')).not.toBeNull();
  });
});
