import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/core/plan/plan-schema.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

const shallow = 'migration:\n  shallow_clone: true\n  shallow_depth: 2\n';

let place: Workplace;
let plan: Plan;
beforeAll(async () => {
  // The network of a company: self-hosted, behind a proxy that wants a password and reads TLS.
  place = await openWorkplace({
    workspace: 'sample',
    source: 'bitbucket-data-center',
    target: 'enterprise-server',
    enterprise: { refusesVersions: true, lacks: ['rulesets'] },
    gateway: { intercepts: true, needsPassword: true },
  });
  const { workspace } = place.sandbox;
  await place.run(['discover', '--workspace', workspace, '--output', 'inventory.json']);
  // Without the two whose size and number of refs is all that there is to them.
  const without = ['--exclude', 'device-firmware', '--exclude', 'storefront-*'];
  const planning = ['--inventory', 'inventory.json', '--target-org', 'acme', ...without];
  await place.run(['plan', ...planning, '--output', 'plan.json']);
  const planned = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8')) as Plan;
  const repositories = planned.repositories.map((one) =>
    one.source === 'release-tools' ? { ...one, visibility: 'internal' as const } : one,
  );
  plan = { ...planned, repositories };
  place.write('plan.json', plan);
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

/** Returns what was served against what the proxy has passed on, and who opened its tunnels. */
function wentThroughProxy() {
  const { gateway, requests } = place.sandbox;
  const log = gateway?.proxy.log ?? [];
  const inside = log.filter(({ method }) => method !== 'CONNECT');
  const programs = new Set(inside.map(({ userAgent }) => userAgent.split('/')[0]));
  return { served: requests.length, passedOn: inside.length, programs: [...programs].sort() };
}

describe('a network that opens TLS', () => {
  it('is not trusted without its authority: it is named, and nothing is written', async () => {
    const before = place.sandbox.requests.length;
    const environment = {
      SSL_CERT_FILE: undefined,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      GIT_SSL_NO_VERIFY: '1',
      MIGRATOR_STATE_DIR: join(place.folder, 'state-untrusting'),
    };
    const { code, stderr } = await place.runAlone(['migrate', '--plan', 'plan.json'], environment);
    for (const host of ['bitbucket.acme.example', 'github.acme.example']) {
      expect(stderr).toContain(
        `error  Cannot verify the identity of ${host}: SSL: CERTIFICATE_VERIFY_FAILED, unable to get local issuer certificate (issued by "Acme Industries Web Gateway")\n`,
      );
    }
    expect(stderr).toContain(
      "Install the proxy's root CA into the system store, and set SSL_CERT_FILE and REQUESTS_CA_BUNDLE to a file that contains it.",
    );
    expect(stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 ignored');
    expect(stderr).toContain('GIT_SSL_NO_VERIFY=1 ignored');
    expect(code).toBe(7);
    expect(place.sandbox.requests.length).toBe(before);
  });
});

describe('a whole workspace', () => {
  const none = /^$/;

  it.each([
    { mode: 'threaded', isCut: false, leaveOut: none },
    { mode: 'compact', isCut: false, leaveOut: /^(?!checkout-web$|billing)/ },
    { mode: 'folded', isCut: true, leaveOut: /^(?!payments)/ },
  ])(
    'has no defects with $mode conversations (history cut: $isCut)',
    async ({ mode, isCut, leaveOut }) => {
      if (isCut) place.write('migrator.yaml', shallow);
      else rmSync(join(place.folder, 'migrator.yaml'), { force: true });
      place.write('plan.json', planFor(mode, leaveOut));
      // With a state of its own each: in a shared one, a run waits until the target may be written to again.
      const state = { MIGRATOR_STATE_DIR: join(place.folder, `state-${mode}`) };
      const migrate = ['migrate', '--plan', 'plan.json', '--comments', mode];
      // Once in a process of its own, whose environment and trust are those of a user.
      const migrating = await (isCut ? place.runAlone : place.run)(migrate, state);
      const [id = ''] = /mig_\w{12}/.exec(migrating.stdout) ?? [];
      const verifying = ['verify', '--migration', id, '--reread-source'];
      const { code, stdout } = await place.run(verifying, state);
      expect(stdout).toMatch(
        /^ {2}[\d,]+ items compared, [\d,]+ equal: No (?:unexpected )?differences$/m,
      );
      expect(stdout).toContain(', 0 changed on Bitbucket since');
      expect(stdout.includes('its history was truncated')).toBe(isCut);
      expect(code).toBe(0);
      const { served, passedOn, programs } = wentThroughProxy();
      expect(passedOn).toBe(served);
      expect(programs).toEqual(['git', 'git-lfs', 'migrator']);
    },
    180_000,
  );
});
