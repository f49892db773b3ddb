import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag } from '../common-flags.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check everything that a migration needs, and write nothing',
  description: [
    'Looks at the programs, the state, the network with its proxy and certificates, both hosts, the credentials and their',
    'scopes, and what is left of the limits: each line is pass, warn or fail, with what to do.',
    'With --plan also at the room on the disk and at the organization. Ends with the code of the gravest failure, or 0.',
  ],
  endsInOrder: true,
  flags: {
    plan: fileFlag('Check what this plan needs as well'),
    ...commonFlags,
  },
  examples: ['migrator doctor', 'migrator doctor --plan plan.json --json'],
  async run({ flags, program }) {
    const { runDoctor } = await import('./handler.ts');
    return runDoctor({ flags, program });
  },
});
