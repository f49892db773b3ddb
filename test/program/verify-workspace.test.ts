import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/core/plan/plan-schema.ts';
import { openWorkplace, type Workplace } from '../helpers/workplace.ts';

const shallow = 'migration:\n  shallow_clone: true\n  shallow_depth: 2\n';

let place: Workplace;
let plan: Plan;
beforeAll(async () => {
  place = await openWorkplace({ workspace: 'sample', limits: { github: 'none' } });
  const { workspace } = place.sandbox;
  await place.run(['discover', '--workspace', workspace, '--output', 'inventory.json']);
  // Without the two whose size and number of refs is all that there is to them.
  const without = ['--exclude', 'device-firmware', '--exclude', 'storefront-*'];
  const planning = ['--inventory', 'inventory.json', '--target-org', 'acme', ...without];
  await place.run(['plan', ...planning, '--output', 'plan.json']);
  plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8')) as Plan;
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

/** The same sources, to become repositories of other names; without those that a mode makes no difference to. */
function planFor(mode: string, leaveOut: RegExp): Plan {
  const repositories = plan.repositories
    .filter(({ source }) => !leaveOut.test(source))
    .map((one) => ({ ...one, target: `${mode}-${one.target}` }));
  return { ...plan, repositories };
}

describe('a whole workspace', () => {
  const none = /^$/;
  const withoutConversations = /^(?!payments|checkout-web$|billing)/;

  it.each([
    { mode: 'threaded', isCut: false, leaveOut: none },
    { mode: 'compact', isCut: false, leaveOut: withoutConversations },
    { mode: 'folded', isCut: true, leaveOut: none },
  ])(
    'has no defects with $mode conversations (history cut: $isCut)',
    async ({ mode, isCut, leaveOut }) => {
      if (isCut) place.write('migrator.yaml', shallow);
      else rmSync(join(place.folder, 'migrator.yaml'), { force: true });
      place.write('plan.json', planFor(mode, leaveOut));
      // With a state of its own each: in a shared one, a run waits until the target may be written to again.
      const state = { MIGRATOR_STATE_DIR: join(place.folder, `state-${mode}`) };
      const migrate = ['migrate', '--plan', 'plan.json', '--comments', mode];
      const migrating = await place.run(migrate, state);
      const [id = ''] = /mig_\w{12}/.exec(migrating.stdout) ?? [];
      const verifying = ['verify', '--migration', id, '--reread-source'];
      const { code, stdout } = await place.run(verifying, state);
      expect(stdout).toMatch(/^ {2}[\d,]+ items compared, [\d,]+ equal: No defects$/m);
      expect(stdout).toContain(', 0 changed on the source since');
      expect(stdout.includes('its history was cut')).toBe(isCut);
      expect(code).toBe(0);
    },
    90_000,
  );
});
