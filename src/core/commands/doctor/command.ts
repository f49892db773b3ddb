import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag } from '../common-flags.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check everything a migration needs; writes nothing',
  description: [
    'Checks programs, state, network, proxy, certificates, both hosts, the credentials and their',
    'scopes, and the remaining rate limits: each line is pass, warn or fail, with a fix.',
    'With --plan also disk space and the organization. Exits with the code of the worst failure, or 0.',
  ],
  endsInOrder: true,
  flags: {
    plan: fileFlag('Also check what this plan needs'),
    settings: {
      kind: 'boolean',
      summary: 'Also check what reading and applying settings needs; administrator scopes',
    },
    ...commonFlags,
  },
  examples: [
    'migrator doctor',
    'migrator doctor --plan plan.json --json',
    'migrator doctor --settings --plan plan.json',
  ],
  run: async (invocation) => (await import('./handler.ts')).runDoctor(invocation),
});
