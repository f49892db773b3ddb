import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { hold } from '../helpers/repositories/hold.ts';
import {
  addRepositories,
  hasMoved,
  newestMigration,
} from '../helpers/repositories/migration-fixture.ts';
import { expectManners, expectRestored, showingTerminal } from '../helpers/terminal/manners.ts';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import {
  press,
  reviewAndRun,
  startWizard,
  startWizardAlone,
  toOptions,
  toSelection,
} from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();
const slugs = ['one', 'two', 'three'] as const;

describe.skipIf(problem !== null)(`the wizard${problem === null ? '' : ` (${problem})`}`, () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
    await addRepositories(place, ...slugs);
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
  it.each([
    { columns: 80, rows: 24, start: startWizardAlone },
    { columns: 40, rows: 15, start: startWizard },
    { columns: 200, rows: 50, start: startWizard },
  ])(
    'leads from the welcome to the result on $columns x $rows',
    async ({ columns, rows, start }) => {
      const program = start(place, { columns, rows, shell: showingTerminal });
      await toSelection(program);
      await toOptions(program);
      expect(await reviewAndRun(program)).toBe(0);
      expect(slugs.every((slug) => hasMoved(place, slug))).toBe(true);
      expect(program.lines().join('\n')).toContain('3 done, 0 skipped, 0 failed');
      expect(existsSync(join(place.folder, 'acme-workspace-plan.json'))).toBe(true);
      expectManners(program, rows);
      expectRestored(program);
      expect(program.raw()).not.toContain(place.sandbox.environment.DST_TOKEN);
    },
  );

  it('reports wrong credentials, then continues with right ones that are pasted', async () => {
    const { DST_TOKEN: token } = place.sandbox.environment;
    const program = startWizard(place, {
      environment: { DST_TOKEN: 'ghp_wrong', SRC_API_TOKEN: '' },
    });
    await program.until('New migration');
    program.type(press.enter);
    await program.until('401 Unauthorized');
    await program.until('missing: type or paste it');
    program.type(press.down.repeat(3));
    await program.until('❯ API token');
    const source = place.sandbox.environment.SRC_API_TOKEN;
    const broken = `${source.slice(0, 20)}\r\n${source.slice(20)}\r\n`;
    program.type(`\u001b[200~${broken}\u001b[201~`);
    await program.until('*********');
    program.type(press.enter);
    await program.until('Robin Keller (robin-keller) at');
    program.type(`${press.down}${token}`);
    program.type(press.enter);
    await program.until('⏎ continue');
    program.type(press.enter);
    await program.until('⏎ read');
    program.type(press.enter);
    await program.until('3 of 3 selected');
    await toOptions(program);
    expect(await reviewAndRun(program)).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
    for (const secret of [token, source]) expect(program.raw()).not.toContain(secret);
    const kept = readFileSync(join(place.folder, 'state', 'preferences.json'), 'utf8');
    expect(kept).toContain('acme-workspace');
    for (const secret of [token, source]) expect(kept).not.toContain(secret);
  });

  it('keeps every answer on the way back and forth', async () => {
    const program = startWizard(place);
    await toSelection(program);
    program.type('two');
    await program.until('1 of 1');
    program.type(press.space);
    await program.until('2 of 3 selected');
    program.type(press.esc);
    await program.until('type to filter');
    await toOptions(program);
    program.type(press.down + press.right);
    await program.until('← private');
    program.type(press.esc);
    await program.until('2 of 3 selected');
    program.type(press.esc);
    await program.until('3 repositories');
    program.type(press.enter);
    await program.until('2 of 3 selected');
    await toOptions(program);
    await program.until('← private');
    program.type(press.ctrlC);
    expect(await program.ended).toBe(130);
    expectManners(program, 40);
  });

  it('takes what is pasted into the filter as one line, however long it is', async () => {
    const program = startWizard(place);
    await toSelection(program);
    program.type(`\u001b[200~${'a line\r\n'.repeat(800)}\u001b[201~`);
    await program.until('no matches');
    program.type(press.esc);
    await program.until('3 of 3 selected');
    program.type(press.ctrlC);
    expect(await program.ended).toBe(130);
    expectManners(program, 40);
  });

  it('goes on with what did not come to its end, and ends with the checksum of the last report', async () => {
    const body = '{"message":"Validation Failed","errors":[{"message":"not today"}]}';
    const action = { kind: 'status', status: 422, body } as const;
    place.sandbox.faults.add({ host: 'github', method: 'POST', path: /\/repos$/, action });
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(6);
    const id = await newestMigration(place);
    const program = startWizard(place);
    await program.until(`2 of 3 done, 1 failed (${id})`);
    program.type(press.down + press.enter);
    await program.until('❯ Resume: ');
    program.type(press.enter);
    await program.until('⏎ resume');
    program.type(press.enter);
    await program.until('q finish');
    program.type('w');
    await program.until('q close');
    program.type('G');
    await program.until('Report written: ');
    expect(readdirSync(place.folder).some((name) => name.endsWith('.html'))).toBe(true);
    program.type(press.esc);
    await program.until('verification.html. Press O to open it.');
    await program.until('q finish');
    program.type('q');
    expect(await program.ended).toBe(0);
    expect(slugs.every((slug) => hasMoved(place, slug))).toBe(true);
    const [page = ''] = readdirSync(place.folder).filter((name) => name.endsWith('.html'));
    const [, digest = ''] =
      /class="digest">([0-9a-f]{64})/.exec(readFileSync(join(place.folder, page), 'utf8')) ?? [];
    expect(program.lines().join('\n')).toContain(`SHA-256 of the report's data: ${digest}`);
    expect(digest).not.toBe('');
    expectRestored(program);
  });

  it('lets one watch what another process runs', async () => {
    const release = hold(place, 'two');
    const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1']);
    await running.until('repositories from');
    const program = startWizard(place);
    await program.until('❯ New migration');
    program.type(press.down);
    await program.until('❯ acme-workspace → acme');
    program.type(press.enter);
    await program.until('❯ Watch');
    program.type(press.enter);
    await program.until('q leave');
    release();
    expect(await program.ended).toBe(0);
    expect((await running.ended).code).toBe(0);
    expect(program.lines().join('\n')).toMatch(/done {2}two/);
    expectRestored(program);
  });

  it('comes up in the demo, with credentials, workspace and a user map at hand', async () => {
    const program = startWizard(place, { args: ['demo'] });
    await program.until('Both hosts run on this machine');
    await toSelection(program);
    await program.until('14 of 14 selected');
    // The scan finds the people.
    await program.until('27 pull requests');
    await toOptions(program);
    program.type(press.enter);
    await program.until('4 rows, 4 mapped to GitHub users');
    await program.until('1 of 5 people seen in pull requests is not mapped');
    program.type(press.enter);
    // A demo shows what there is: settings and pipelines are selected.
    await program.until('❯ Developers');
    program.type(press.enter);
    await program.until('1 of 5 in pull requests has no GitHub login');
    await program.until('settings, 30 more by hand, 5');
    program.type(press.ctrlC);
    expect(await program.ended).toBe(130);
    expect(existsSync(join(place.folder, 'state', 'preferences.json'))).toBe(false);
  });

  it('fills a smaller terminal with one frame', async () => {
    const program = startWizardAlone(place, { args: ['demo'], columns: 120, rows: 40 });
    await program.until('❯ New migration');
    for (const [columns, rows] of [
      [90, 30],
      [60, 20],
    ] as const) {
      program.resize(columns, rows);
      await program.until('⏎ select');
    }
    program.type(press.down);
    await program.until('❯ Secrets');
    const lines = program.lines();
    expect(lines[0]).toMatch(/^migrator +demo$/);
    expect(lines.filter((line) => line.startsWith('migrator'))).toHaveLength(1);
    expect(lines.join('\n')).not.toContain('Starting Bitbucket');
    program.type(press.ctrlC);
    expect(await program.ended).toBe(130);
    expectManners(program, 40);
  });

  it.each([
    ['under CI', { CI: 'true' }, []],
    ['with --json', {}, ['--json']],
  ])('does not come up %s', async (_, environment, args) => {
    const program = startWizardAlone(place, { environment, args });
    const code = await program.ended;
    expect(code).toBe(args.length === 0 ? 0 : 2);
    expect(program.raw()).not.toContain('\u001b[?25l');
  });

  it('is drawn without colours where none are wanted', async () => {
    const program = startWizardAlone(place, { environment: { NO_COLOR: '1' } });
    await toSelection(program);
    expect(program.raw()).not.toMatch(/\u001b\[3[0-9]m/);
    program.type(press.ctrlC);
    expect(await program.ended).toBe(130);
  });
});
