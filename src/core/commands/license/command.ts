import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

export const licenseRegisterCommand = defineCommand({
  name: 'license register',
  summary: 'Register for a free license',
  description: [
    'The license service mails the key to you. Without a configured service (license.service_url), migrator issues,',
    'activates and prints a Free tier key; nothing is sent.',
  ],
  flags: {
    email: { kind: 'string', value: 'address', summary: "Licensee's email" },
    ...commonFlags,
  },
  examples: ['migrator license register --email ada@example.com'],
  run: async (invocation) => (await import('./register-handler.ts')).runRegister(invocation),
});

export const licenseActivateCommand = defineCommand({
  name: 'license activate',
  summary: 'Activate a license key on this machine',
  description: [
    'Takes the key, a file with only the key, or - for standard input. Only your account can read the saved key.',
    'In CI/CD, set MIGRATOR_LICENSE instead: it overrides an activated key.',
  ],
  operand: { name: 'key', takesRest: true },
  flags: commonFlags,
  examples: [
    'migrator license activate MIGRATOR-1-eyJpZCI6...',
    'migrator license activate license.key',
    'migrator license activate - < license.key',
  ],
  run: async (invocation) => (await import('./activate-handler.ts')).runActivate(invocation),
});

export const licenseStatusCommand = defineCommand({
  name: 'license status',
  summary: 'Show the license with its tier, limits and features',
  description: ['Checks the key on this machine; contacts no service.'],
  flags: commonFlags,
  examples: ['migrator license status', 'migrator license status --json'],
  run: async (invocation) => (await import('./status-handler.ts')).runStatus(invocation),
});
