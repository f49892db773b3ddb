import { describe, expect, it, vi } from 'vitest';
import type { Calibration, ProbeResult } from '../../../../src/core/calibration/findings.ts';
import type { WizardOutcome } from '../../../../src/core/commands/wizard/outcome.ts';
import type { Errands } from '../../../../src/core/wizard/errands.ts';
import { WizardView } from '../../../../src/screens/wizard/drawing/wizard.tsx';
import { createWizard, start } from '../../../../src/screens/wizard/engine/create-wizard.ts';
import { memoryPreferences } from '../../../../src/screens/wizard/preferences.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { keys, type Rendered, renderScreen } from '../../../helpers/drawing/render.tsx';
import { credentials } from '../drive.ts';
import { type FakeSession, fakeSession, manyRepositories, noErrands } from '../support.ts';

function show(
  options: {
    session?: FakeSession;
    errands?: Partial<Errands>;
    environment?: Readonly<Record<string, string>>;
    columns?: number;
    rows?: number;
  } = {},
): Rendered<WizardOutcome> {
  const { session = fakeSession(), environment = credentials, ...more } = options;
  const { errands, ...size } = more;
  const wizard = createWizard(migrationWizard, {
    errands: { ...noErrands, ...errands },
    session: () => session,
    preferences: memoryPreferences(),
    environment,
    config: undefined,
    isDemo: false,
  });
  return renderScreen<WizardOutcome>({
    ...size,
    screen: (end) => <WizardView wizard={wizard} onShown={() => start(wizard)} onEnded={end} />,
  });
}

const probed: ProbeResult = {
  ...{ probe: 'drafts', expected: 'A draft can be opened', seen: 'refused', verdict: 'other' },
  consequence: 'drafts are opened as ready for review',
};
const found: Calibration = {
  ...{ version: 1, host: 'api.github.com', hostVersion: null, account: '1', at: 0 },
  ...{ results: [], facts: {} },
};

async function toSelection(rendered: Rendered<WizardOutcome>): Promise<void> {
  await rendered.until('New migration');
  rendered.press(keys.enter);
  await rendered.until('⏎ continue');
  rendered.press(keys.enter);
  await rendered.until('Workspace');
  rendered.press(keys.enter);
  await rendered.until('selected');
}

describe('the wizard as it is drawn', () => {
  it('leads from the welcome to the confirmation, and leaves nothing of itself', async () => {
    const rendered = show();
    await toSelection(rendered);
    rendered.press(keys.enter);
    await rendered.until('acme-gh');
    rendered.press(keys.enter);
    await rendered.until('3 repositories ready');
    rendered.press(keys.enter);
    await rendered.until('Start the migration');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ kind: 'migrate' });
    await vi.waitFor(() => expect(rendered.rows()).toEqual([]));
    expect(rendered.isRaw()).toBe(false);
  });

  it('leads from the entry of secrets to their commands, with the organization that is known', async () => {
    const asked: unknown[] = [];
    const secrets: Errands['secrets'] = {
      async run({ workspace, organization, prompts, onLine }) {
        onLine(`$ migrator discover --workspace ${workspace} --include-secrets`);
        onLine('Of 2 repositories one has variables');
        asked.push(
          await prompts.ask({ text: 'Target organization', standard: organization ?? '' }),
        );
        asked.push(await prompts.confirm('Create these secrets?'));
        asked.push(await prompts.confirm('Create vault entries?'));
        return 6;
      },
    };
    const rendered = show({ errands: { secrets } });
    await rendered.until('Secrets: names, manifest');
    rendered.press(keys.down + keys.enter);
    await rendered.until('Credentials for secrets');
    await rendered.until('⏎ continue');
    rendered.press(keys.enter);
    await rendered.until('Workspace for secrets');
    rendered.press(keys.enter);
    await rendered.until('❯  acme-gh');
    expect(rendered.rows().join('\n')).toContain('Of 2 repositories one has variables');
    rendered.press(`other${keys.enter}`);
    await rendered.until('Create these secrets?');
    // Enter pressed once too often writes nothing.
    rendered.press(keys.enter);
    await rendered.until('Create vault entries?');
    rendered.press(keys.down + keys.enter);
    await rendered.until('Done, with problems');
    rendered.press(keys.enter);
    expect(await rendered.ended).toEqual({
      kind: 'errand',
      exitCode: 6,
      lines: [
        'The same without the wizard, with the credentials in the environment:',
        '  migrator discover --workspace acme --include-secrets',
      ],
    });
    expect(asked).toEqual(['other', false, true]);
  });

  it('offers what was interrupted, and to watch what another process runs', async () => {
    const session = fakeSession();
    const counts = { succeeded: 2, skipped: 0, failed: 1, pending: 3, running: 0, waiting: 0 };
    const names = { workspace: 'acme', organization: 'acme-gh' };
    const one = { ...names, counts, updatedAt: 0, hasSettings: false };
    session.answers = {
      unfinished: async () => [
        { ...one, id: 'mig_a', kind: 'running' },
        { ...one, id: 'mig_b', kind: 'interrupted' },
      ],
    };
    const rendered = show({ session });
    await rendered.until('Resume acme → acme-gh, 2 of 6 done, 1 failed (mig_b)');
    rendered.press(keys.down);
    await rendered.until('❯ Watch acme');
    rendered.press(keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'watch', id: 'mig_a' });
  });

  it.each([
    ['with', true],
    ['without', false],
  ])('offers a sync %s settings, where the plan has some', async (word, includeSettings) => {
    const session = fakeSession();
    const counts = { succeeded: 2, skipped: 0, failed: 0, pending: 0, running: 0, waiting: 0 };
    const names = { workspace: 'acme', organization: 'acme-gh' };
    const one = { ...names, id: 'mig_a', kind: 'following', counts, updatedAt: 0 } as const;
    session.answers = { unfinished: async () => [{ ...one, hasSettings: true }] };
    const rendered = show({ session, environment: credentials });
    await rendered.until('Sync acme → acme-gh');
    rendered.press(keys.down);
    await rendered.until('❯ Sync acme');
    rendered.press(keys.enter);
    await rendered.until('⏎ continue');
    rendered.press(keys.enter);
    await rendered.until('❯ Sync without settings');
    const text = rendered.rows().join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('Settings to sync mig_a');
    expect(text).toContain('at least 9 requests a repository');
    // Back leads to the credentials, and nothing is lost.
    rendered.press(keys.esc);
    await rendered.until('⏎ continue');
    rendered.press(keys.enter);
    await rendered.until('❯ Sync without settings');
    if (includeSettings) rendered.press(keys.down);
    await rendered.until(`❯ Sync ${word} settings`);
    rendered.press(keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'sync', id: 'mig_a', includeSettings });
  });

  it('shows what the doctor has found, and goes back to the welcome', async () => {
    const rendered = show();
    await rendered.until('New migration');
    rendered.press(keys.down);
    await rendered.until('❯ Secrets');
    rendered.press(keys.down);
    await rendered.until('❯ Check this machine');
    rendered.press(keys.enter);
    await rendered.until('git 2.39.5 is old');
    await rendered.until('Ready to migrate, with 1 warning.');
    expect(rendered.rows().join('\n')).toContain('Update git.');
    rendered.press(keys.esc);
    await rendered.until('New migration');
    rendered.end({ kind: 'interrupted' });
    await rendered.ended;
  });

  it('takes a token that is pasted with line breaks, and shows none of it', async () => {
    const rendered = show({ environment: {} });
    await rendered.until('New migration');
    rendered.press(keys.enter);
    await rendered.until('missing: type or paste it');
    rendered.press(`jane@example.com${keys.enter}`);
    rendered.paste('ATATT3x\r\nCANARY\n');
    await rendered.until('*************');
    rendered.press(keys.enter);
    await rendered.until('Jane Doe (jane) at api.bitbucket.org');
    expect(rendered.raw()).not.toContain('CANARY');
    rendered.end({ kind: 'interrupted' });
    await rendered.ended;
  });

  it('is not upset by a file that is pasted by mistake', async () => {
    const rendered = show();
    await toSelection(rendered);
    rendered.paste(`${'a line of a log file\u001b[2J\n'.repeat(100)}`);
    rendered.press('web');
    await rendered.until('no matches');
    rendered.press(keys.esc);
    await rendered.until('3 of 3 selected');
    rendered.press(keys.ctrlC);
    expect(await rendered.ended).toEqual({ kind: 'interrupted' });
  });

  it.each([
    [40, 15],
    [40, 8],
    [80, 24],
    [200, 50],
    [300, 100],
  ])('draws nothing higher or wider than %i x %i', async (columns, rows) => {
    const rendered = show({ columns, rows, session: fakeSession(manyRepositories(300)) });
    await toSelection(rendered);
    expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
    rendered.press(keys.enter);
    await rendered.until('Organization');
    expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
    rendered.press(keys.enter);
    await rendered.until('repositories');
    expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
    expect(rendered.raw()).not.toContain('\u001b[3J');
    rendered.press(keys.ctrlC);
    await rendered.ended;
  });

  it('says that the terminal is too small, and goes on once it is not', async () => {
    const rendered = show({ columns: 80, rows: 24 });
    await toSelection(rendered);
    rendered.resize(30, 6);
    await rendered.until('too small');
    rendered.resize(80, 24);
    await rendered.until('3 of 3 selected');
    rendered.press(' ');
    await rendered.until('2 of 3 selected');
    rendered.press(keys.ctrlC);
    await rendered.ended;
  });

  it('asks before it is left, and stays where it was', async () => {
    const rendered = show();
    await toSelection(rendered);
    rendered.press('\u0011');
    await rendered.until('Leave? Nothing was written on either host.');
    rendered.press(keys.enter);
    await rendered.until('3 of 3 selected');
    rendered.press('\u0011');
    await rendered.until('Leave? Nothing');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'left', saved: null });
  });

  it('saves the plan on the way out', async () => {
    const session = fakeSession();
    const rendered = show({ session });
    await toSelection(rendered);
    rendered.press(keys.enter);
    await rendered.until('acme-gh');
    rendered.press('\u0011');
    await rendered.until('Save the plan');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ kind: 'left', saved: { workspace: 'acme' } });
    expect(session.written.has('acme-plan.json')).toBe(true);
  });

  it('says on the way out that a plan which was saved stays', async () => {
    const rendered = show();
    await toSelection(rendered);
    rendered.press(keys.enter);
    await rendered.until('acme-gh');
    rendered.press(keys.enter);
    await rendered.until('3 repositories ready');
    rendered.press('\u0011');
    await rendered.until('Leave; keep acme-plan.json as saved');
    rendered.press(keys.up + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'left', saved: null });
  });

  it('asks for the name of whatever is replaced, and for nothing less', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    session.answers = {
      dryRun: async (request) => ({
        ...(await dryRun(request)),
        replaced: [{ owner: 'acme-gh', name: 'api' }],
      }),
    };
    const rendered = show({ session });
    await toSelection(rendered);
    rendered.press(keys.enter);
    await rendered.until('acme-gh');
    rendered.press(keys.enter);
    await rendered.until('3 repositories ready');
    rendered.press(keys.enter);
    await rendered.until('Replace acme-gh/api?');
    rendered.press(`web${keys.enter}`);
    await rendered.until('That is not api');
    rendered.press(`\u0015api${keys.enter}`);
    await rendered.until('all names typed');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ confirmed: new Set(['acme-gh/api']) });
  });

  it('begins nothing by keys that arrive together with the one that leaves the last question', async () => {
    const rendered = show();
    await toSelection(rendered);
    rendered.press(keys.enter);
    await rendered.until('acme-gh');
    rendered.press(keys.enter);
    await rendered.until('3 repositories ready');
    rendered.press(keys.enter);
    await rendered.until('Start the migration');
    rendered.press(`\u0011${keys.down}${keys.enter}`);
    await rendered.until('Leave? Nothing was written on either host.');
    rendered.press(keys.up + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'left', saved: null });
  });

  it.each([
    [80, 24],
    [60, 20],
  ])(
    'offers a calibration before the first migration, and reviews again with it: %i x %i',
    async (columns, rows) => {
      const session = fakeSession();
      let isDue = true;
      session.answers = {
        isCalibrationDue: async () => isDue,
        async calibrate({ organization, onStep }) {
          onStep({
            kind: 'note',
            message: `Created ${organization}/migrator-calibration-x, private`,
          });
          onStep({ kind: 'result', result: probed });
          onStep({ kind: 'saved', calibration: { ...found, results: [probed] } });
          isDue = false;
        },
      };
      const rendered = show({ session, columns, rows });
      await toSelection(rendered);
      rendered.press(keys.enter);
      await rendered.until('acme-gh');
      rendered.press(keys.enter);
      await rendered.until('3 repositories ready');
      rendered.press(keys.enter);
      await rendered.until('Calibrate GitHub first');
      rendered.press(keys.down + keys.down + keys.enter);
      await rendered.until('Nobody has tried yet');
      await rendered.until('scratch repository');
      expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
      rendered.press(keys.enter);
      await rendered.until('acme-gh/migrator-calibration-x');
      await rendered.until('So drafts are opened as ready');
      await rendered.until('0 of 1 probe');
      rendered.press(keys.enter);
      await rendered.until('3 repositories ready');
      rendered.press(keys.enter);
      await rendered.until('Start the migration');
      expect(rendered.rows().join(' ')).not.toContain('Calibrate');
      rendered.press(keys.down + keys.enter);
      expect(await rendered.ended).toMatchObject({ kind: 'migrate' });
    },
  );

  it('takes no for an answer, and starts without a calibration', async () => {
    const session = fakeSession();
    session.answers = { isCalibrationDue: async () => true };
    const rendered = show({ session });
    await toSelection(rendered);
    rendered.press(keys.enter);
    await rendered.until('acme-gh');
    rendered.press(keys.enter);
    await rendered.until('3 repositories ready');
    rendered.press(keys.enter);
    await rendered.until('Calibrate GitHub first');
    rendered.press(keys.down + keys.down + keys.enter);
    await rendered.until('Nobody has tried yet');
    rendered.press('n');
    await rendered.until('Start the migration');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ kind: 'migrate' });
  });

  it('takes Enter twice for one name, and asks for the next all the same', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    session.answers = {
      dryRun: async (request) => ({
        ...(await dryRun(request)),
        replaced: ['api', 'web'].map((name) => ({ owner: 'acme-gh', name })),
      }),
    };
    const rendered = show({ session });
    await toSelection(rendered);
    rendered.press(keys.enter);
    await rendered.until('acme-gh');
    rendered.press(keys.enter);
    await rendered.until('3 repositories ready');
    rendered.press(keys.enter);
    await rendered.until('Replace acme-gh/api? (1 of 2)');
    rendered.press(`api${keys.enter}${keys.enter}`);
    await rendered.until('Replace acme-gh/web? (2 of 2)');
    rendered.press(keys.ctrlC);
    expect(await rendered.ended).toEqual({ kind: 'interrupted' });
  });

  it('answers each key with 5,000 repositories', async () => {
    const rendered = show({ session: fakeSession(manyRepositories(5000)), columns: 120, rows: 40 });
    await toSelection(rendered);
    for (const [key, wanted] of [
      ['7', '❯ ☒ team-0-service-'],
      [' ', '4,999 of 5,000'],
      [keys.down, 'row 2 of'],
      [' ', '4,998 of 5,000'],
      [keys.pageDown, 'row 3'],
      ['\u0001', '5,000 of 5,000'],
    ] as const) {
      rendered.press(key);
      await rendered.until(wanted);
    }
    rendered.press(keys.ctrlC);
    await rendered.ended;
  });
});
