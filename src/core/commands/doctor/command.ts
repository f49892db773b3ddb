import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag } from '../common-flags.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';

/** @param startHosts for the source of --importer */
export const doctorCommand = (startHosts: StartHosts) =>
  defineCommand({
    name: 'doctor',
    summary: 'Check what a migration needs; writes nothing without --calibrate',
    description: [
      'Checks programs, state, network, proxy, certificates, both hosts, credentials and their',
      'scopes, and remaining rate limits. Each line is pass, warn or fail, with a fix.',
      "--plan also checks disk space and the organization. The exit code is the worst failure's, or 0.",
      '',
      'With --calibrate, tests how GitHub behaves in a private scratch repository in --target-org, or with',
      '--importer what its importer keeps. Deletes the repository, and uses the findings in later runs.',
      '',
      "With --shapes, only records how Bitbucket's responses differed from their documentation: published",
      'names in full, all others as digests.',
    ],
    endsInOrder: true,
    flags: {
      plan: fileFlag('Also check what this plan needs', '.json'),
      settings: {
        kind: 'boolean',
        summary: 'Also check access to settings; needs administrator scopes',
      },
      calibrate: {
        kind: 'boolean',
        summary: 'Test how GitHub behaves in a scratch repository',
      },
      targetOrg: {
        kind: 'string',
        value: 'org',
        summary: 'With --calibrate: the organization for the scratch repository',
      },
      importer: {
        kind: 'boolean',
        summary: 'With --calibrate: test the importer',
      },
      shapes: fileFlag(
        "Write unexpected fields in Bitbucket's responses, without values, for a bug report",
      ),
      addresses: {
        kind: 'boolean',
        summary: 'Only list the addresses that these settings use, for firewall rules',
      },
      keep: { kind: 'boolean', summary: 'With --calibrate: keep the scratch repository' },
      ...forceFlag,
      ...commonFlags,
    },
    examples: [
      'migrator doctor',
      'migrator doctor --plan plan.json --json',
      'migrator doctor --settings --plan plan.json',
      'migrator doctor --calibrate --importer --target-org acme',
      'migrator doctor --shapes shapes.json',
      'migrator doctor --addresses',
    ],
    run: async (invocation) => {
      if (invocation.flags.shapes !== undefined)
        return (await import('./shapes.ts')).writeShapesFile(invocation);
      if (invocation.flags.addresses)
        return (await import('./addresses.ts')).listAddresses(invocation);
      if (invocation.flags.importer)
        return (await import('./trial.ts')).runTrial(invocation, startHosts);
      return invocation.flags.calibrate
        ? (await import('./calibration.ts')).runCalibration(invocation)
        : (await import('./handler.ts')).runDoctor(invocation);
    },
  });
