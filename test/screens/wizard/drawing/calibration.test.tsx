import { describe, expect, it } from 'vitest';
import type { Calibration, ProbeResult } from '../../../../src/core/calibration/probes/findings.ts';
import { keys } from '../../../helpers/drawing/render.tsx';
import { fakeSession } from '../support.ts';
import { leaveReview, showWizard } from './drawn-wizard.tsx';

const probed: ProbeResult = {
  ...{ probe: 'drafts', expected: 'A draft can be opened', seen: 'refused', verdict: 'other' },
  consequence: 'drafts are opened as ready for review',
};
const found: Calibration = {
  ...{ version: 1, host: 'api.github.com', hostVersion: null, account: '1', at: 0 },
  ...{ results: [], facts: {} },
};

describe('the calibration that the drawn wizard offers', () => {
  it.each([
    [80, 24],
    [60, 20],
  ])(
    'offers a calibration before the first migration, and reviews again with it: %i x %i',
    async (columns, rows) => {
      const session = fakeSession();
      let isDue = true;
      session.answers = {
        findDue: async () => ({ host: isDue, importer: false }),
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
      const rendered = showWizard({ session, columns, rows });
      await leaveReview(rendered, 'Calibrate GitHub first');
      rendered.press(keys.down + keys.down + keys.enter);
      await rendered.until('has not been calibrated');
      await rendered.until('scratch repository');
      expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
      rendered.press(keys.enter);
      await rendered.until('acme-gh/migrator-calibration-x');
      await rendered.until('So drafts are opened as ready');
      await rendered.until('0 of 1 probe');
      await rendered.until('⏎ review');
      rendered.press(keys.enter);
      await rendered.until('Ready: 3 repositories');
      rendered.press(keys.enter);
      await rendered.until('Start the migration');
      expect(rendered.rows().join(' ')).not.toContain('Calibrate');
      rendered.press(keys.down + keys.enter);
      expect(await rendered.ended).toMatchObject({ kind: 'migrate' });
    },
  );

  it('takes no for an answer, and starts without a calibration', async () => {
    const session = fakeSession();
    session.answers = { findDue: async () => ({ host: true, importer: false }) };
    const rendered = showWizard({ session });
    await leaveReview(rendered, 'Calibrate GitHub first');
    rendered.press(keys.down + keys.down + keys.enter);
    await rendered.until('has not been calibrated');
    rendered.press('n');
    await rendered.until('Start the migration');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ kind: 'migrate' });
  });

  it('offers to try the importer where a plan uses it, and shows what was lost', async () => {
    const session = fakeSession();
    let isDue = true;
    const lost: ProbeResult = {
      ...{ probe: 'draft', expected: 'Drafts stay drafts', verdict: 'other' },
      ...{ seen: '#4 is no draft', consequence: 'a repair writes it' },
    };
    session.answers = {
      findDue: async () => ({ host: false, importer: isDue }),
      async calibrate({ organization, onStep }) {
        onStep({ kind: 'result', result: lost });
        const place = { host: 'api.github.com', organization, format: 'github' as const };
        onStep({ kind: 'tried', trial: { version: 1, at: 0, ...place, results: [lost] } });
        isDue = false;
      },
    };
    const rendered = showWizard({ session });
    await leaveReview(rendered, "Test GitHub's importer first (some minutes)");
    rendered.press(keys.down + keys.down + keys.enter);
    await rendered.until("GitHub's importer has not been tested");
    await rendered.until('Migrator Trial Author');
    rendered.press(keys.enter);
    await rendered.until('Drafts stay drafts: #4 is no draft');
    await rendered.until('keeps 0 of 1');
    await rendered.until('⏎ review');
    rendered.press(keys.enter);
    await rendered.until('Ready: 3 repositories');
  });
});
