import { describe, expect, it, vi } from 'vitest';
import type { Errands } from '../../../../src/core/wizard/errands.ts';
import { keys } from '../../../helpers/drawing/render.tsx';
import { credentials } from '../drive.ts';
import { fakeSession } from '../support.ts';
import { leaveReview, showWizard } from './drawn-wizard.tsx';

describe('the welcome as it is drawn', () => {
  it('leads from the welcome to the confirmation, and leaves nothing of itself', async () => {
    const rendered = showWizard();
    await leaveReview(rendered, 'Start the migration');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ kind: 'migrate' });
    await vi.waitFor(() => expect(rendered.rows()).toEqual([]));
    expect(rendered.isRaw()).toBe(false);
  });

  it('offers a sample workspace to those without an account, and ends for it', async () => {
    const rendered = showWizard();
    await rendered.until('❯ New migration');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'demo' });
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
    const rendered = showWizard({ errands: { secrets } });
    await rendered.until('Secrets: names, manifest');
    rendered.press(keys.down + keys.down + keys.enter);
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
    const one = { ...names, counts, updatedAt: 0, hasSettings: false, follows: false };
    session.answers = {
      migrations: async () => [
        { ...one, id: 'mig_a', kind: 'running' },
        { ...one, id: 'mig_b', kind: 'interrupted' },
      ],
    };
    const rendered = showWizard({ session });
    await rendered.until('acme → acme-gh: 2 of 6 done, 1 failed, stopped (mig_b)');
    rendered.press(keys.down);
    await rendered.until('❯ acme → acme-gh: 2 of 6 done, 1 failed, running (mig_a)');
    rendered.press(keys.enter);
    await rendered.until('❯ Watch');
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
    const one = { ...names, id: 'mig_a', kind: 'following', counts } as const;
    const following = { ...one, updatedAt: 0, follows: true, hasSettings: true };
    session.answers = { migrations: async () => [following] };
    const rendered = showWizard({ session, environment: credentials });
    await rendered.until('acme → acme-gh: 2 of 2 done, waits for its cut-over (mig_a)');
    rendered.press(keys.down);
    await rendered.until('❯ acme → acme-gh');
    rendered.press(keys.enter);
    await rendered.until('❯ Sync: ');
    rendered.press(keys.enter);
    await rendered.until('⏎ continue');
    rendered.press(keys.enter);
    await rendered.until('❯ Sync without settings');
    const text = rendered.rows().join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('Settings to sync mig_a');
    expect(text).toContain('at least 9 requests per repository');
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

  it('offers the cut-over of a migration that follows, leaves out what can never be done, and leads back', async () => {
    const session = fakeSession();
    const counts = { succeeded: 6, skipped: 0, failed: 0, pending: 0, running: 0, waiting: 0 };
    const one = { workspace: 'acme', organization: 'acme-gh', id: 'mig_a', counts, updatedAt: 0 };
    const more = { kind: 'following', follows: true, hasSettings: false } as const;
    session.answers = { migrations: async () => [{ ...one, ...more }] };
    const rendered = showWizard({ session, environment: credentials });
    await rendered.until('acme → acme-gh');
    rendered.press(keys.down);
    await rendered.until('❯ acme → acme-gh');
    rendered.press(keys.enter);
    await rendered.until('❯ Sync: ');
    expect(rendered.rows().join('\n')).not.toContain('Apply settings');
    rendered.press(keys.esc);
    // The cursor is where it was.
    await rendered.until('❯ acme → acme-gh');
    rendered.press(keys.enter);
    await rendered.until('❯ Sync: ');
    rendered.press(keys.down);
    await rendered.until('❯ Verify: ');
    rendered.press(keys.down);
    await rendered.until('❯ Cut over: ');
    rendered.press(keys.enter);
    await rendered.until('⏎ cut over');
    rendered.press(keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'cutover', id: 'mig_a' });
  });

  it('shows what the doctor has found, and goes back to the welcome', async () => {
    const rendered = showWizard();
    await rendered.until('New migration');
    rendered.press(keys.down);
    await rendered.until('❯ Demo');
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
});
