import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag } from '../common-flags.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';

/** @param startHosts for the source of --importer */
export const doctorCommand = (startHosts: StartHosts) =>
  defineCommand({
    name: 'doctor',
    summary: 'Check everything a migration needs; writes nothing without --calibrate',
    description: [
      'Checks programs, state, network, proxy, certificates, both hosts, the credentials and their',
      'scopes, and the remaining rate limits: each line is pass, warn or fail, with a fix.',
      'With --plan also disk space and the organization. Exits with the code of the worst failure, or 0.',
      '',
      'With --calibrate it tries on a private scratch repository in --target-org how GitHub behaves, or with',
      '--importer what its importer keeps; deletes it, and keeps the findings for later runs.',
      '',
      'With --shapes it only writes how answers of Bitbucket differed from their description: names that',
      'Atlassian publishes, and digests of all others.',
    ],
    endsInOrder: true,
    flags: {
      plan: fileFlag('Also check what this plan needs'),
      settings: {
        kind: 'boolean',
        summary: 'Also check what reading and applying settings needs; administrator scopes',
      },
      calibrate: {
        kind: 'boolean',
        summary: 'Try on a scratch repository how the target behaves',
      },
      targetOrg: {
        kind: 'string',
        value: 'org',
        summary: 'Organization for the scratch repository of --calibrate',
      },
      importer: {
        kind: 'boolean',
        summary: 'Of --calibrate: try the importer',
      },
      shapes: fileFlag(
        "Write unexpected fields in Bitbucket's responses to this file, without values, for a bug report",
      ),
      keep: { kind: 'boolean', summary: 'Keep the scratch repository of --calibrate' },
      ...forceFlag,
      ...commonFlags,
    },
    examples: [
      'migrator doctor',
      'migrator doctor --plan plan.json --json',
      'migrator doctor --settings --plan plan.json',
      'migrator doctor --calibrate --importer --target-org acme',
      'migrator doctor --shapes shapes.json',
    ],
    run: async (invocation) => {
      if (invocation.flags.shapes !== undefined)
        return (await import('./shapes.ts')).writeShapesFile(invocation);
      if (invocation.flags.importer)
        return (await import('./trial.ts')).runTrial(invocation, startHosts);
      return invocation.flags.calibrate
        ? (await import('./calibration.ts')).runCalibration(invocation)
        : (await import('./handler.ts')).runDoctor(invocation);
    },
  });
