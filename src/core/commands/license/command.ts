import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

export const licenseRegisterCommand = defineCommand({
  name: 'license register',
  summary: 'Register for a free license',
  description: [
    'The registration service sends the key to the address. Where none is configured (license.service_url), a key of the',
    'Free plan is issued on the spot, activated and printed; nothing is sent.',
  ],
  flags: {
    email: { kind: 'string', value: 'address', summary: 'Whom the license is for' },
    ...commonFlags,
  },
  examples: ['migrator license register --email ada@example.com'],
  async run({ flags, program }) {
    const { runRegister } = await import('./register-handler.ts');
    return runRegister({ flags, program });
  },
});

export const licenseActivateCommand = defineCommand({
  name: 'license activate',
  summary: 'Activate a license key on this machine',
  description: [
    'Takes the key itself, a file that holds only the key, or - for standard input. It is kept for this account alone.',
    'In CI/CD set MIGRATOR_LICENSE instead: it comes before what is activated.',
  ],
  operand: { name: 'key', takesRest: true },
  flags: commonFlags,
  examples: [
    'migrator license activate MIGRATOR-1-eyJpZCI6...',
    'migrator license activate license.key',
    'migrator license activate - < license.key',
  ],
  async run({ flags, operand, program }) {
    const { runActivate } = await import('./activate-handler.ts');
    return runActivate({ flags, operand, program });
  },
});

export const licenseStatusCommand = defineCommand({
  name: 'license status',
  summary: 'Show the license with its plan, limits and features',
  description: ['Asks nobody: keys are checked on this machine.'],
  flags: commonFlags,
  examples: ['migrator license status', 'migrator license status --json'],
  async run({ flags, program }) {
    const { runStatus } = await import('./status-handler.ts');
    return runStatus({ flags, program });
  },
});
