import { defineCommand } from '../command.ts';
import { wizardFlags } from '../common-flags.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';

/** Runs in a terminal without a command. @param startHosts for the source of a trial */
export const wizardCommand = (startHosts: StartHosts) =>
  defineCommand({
    name: '',
    summary: 'Select repositories and options step by step, then watch the migration',
    description: [
      'Writes nothing to either host before the last step. Saves your choices, and shows the equivalent commands.',
    ],
    endsInOrder: true,
    flags: wizardFlags,
    examples: ['migrator', 'migrator --config company.yaml'],
    async run({ flags, program }) {
      const { runWizard } = await import('./handler.ts');
      const given = { ...flags, json: false };
      const { exitCode } = await runWizard({
        ...{ program, flags: given, startHosts },
        ...{ folder: '', isDemo: false },
      });
      return exitCode;
    },
  });
