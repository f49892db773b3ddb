import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag } from '../common-flags.ts';

export const configInitCommand = defineCommand({
  name: 'config init',
  summary: 'Write a commented migrator.yaml',
  description: [
    'Asks the few things that are worth asking, where somebody sits at the terminal; the rest stands in the file as comments.',
  ],
  flags: {
    output: fileFlag('Write it here instead of migrator.yaml; - for standard output'),
    ...forceFlag,
    yes: { kind: 'boolean', summary: 'The same as --force' },
    ...commonFlags,
  },
  examples: ['migrator config init', 'migrator config init --output company.yaml'],
  async run({ flags, program }) {
    const { runInit } = await import('./init-handler.ts');
    return runInit({ flags, program });
  },
});

export const configShowCommand = defineCommand({
  name: 'config show',
  summary: 'Show every setting that holds, and where it comes from',
  description: [
    'Secrets are shown as present or absent alone. Shows what telemetry sends, and whether it is on. Asks no host.',
  ],
  flags: commonFlags,
  examples: ['migrator config show', 'migrator config show --config company.yaml --json'],
  async run({ flags, program }) {
    const { runShow } = await import('./show-handler.ts');
    return runShow({ flags, program });
  },
});
