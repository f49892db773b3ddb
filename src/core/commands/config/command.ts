import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag } from '../common-flags.ts';

export const configInitCommand = defineCommand({
  name: 'config init',
  summary: 'Write a commented migrator.yaml',
  description: [
    'In a terminal, asks the most important questions; the file lists all other keys as comments.',
  ],
  flags: {
    output: fileFlag('Write to this file instead of migrator.yaml; - for standard output'),
    ...forceFlag,
    yes: { kind: 'boolean', summary: 'The same as --force' },
    ...commonFlags,
  },
  examples: ['migrator config init', 'migrator config init --output company.yaml'],
  run: async (invocation) => (await import('./init-handler.ts')).runInit(invocation),
});

export const configShowCommand = defineCommand({
  name: 'config show',
  summary: 'Show the effective configuration and where each value comes from',
  description: [
    'For secrets, shows only whether they are set. Also shows the data that telemetry sends. Contacts no host.',
  ],
  flags: commonFlags,
  examples: ['migrator config show', 'migrator config show --config company.yaml --json'],
  run: async (invocation) => (await import('./show-handler.ts')).runShow(invocation),
});
