import type { ExitCode } from '../../kernel/exit-codes.ts';
import type { FlagValues } from '../../options/flag.ts';
import { defineCommand } from '../command.ts';
import type { CommandProgram } from '../command-program.ts';
import { wizardFlags } from '../common-flags.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';

interface WizardStarts {
  /** For the source of a trial. */
  readonly startHosts: StartHosts;
  /** Runs `migrator demo` with these words after its name. */
  readonly runDemo: (words: readonly string[], program: CommandProgram) => Promise<ExitCode>;
}

/** Runs in a terminal without a command. */
export const wizardCommand = ({ startHosts, runDemo }: WizardStarts) =>
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
      const end = await runWizard({
        ...{ program, flags: given, startHosts },
        ...{ folder: '', isDemo: false },
      });
      if (!end.wantsDemo) return end.exitCode;
      return runDemo(demoWords(flags), { ...program, isFromWizard: true });
    },
  });

/** The options of the wizard that hold for the demo, too. Pure. */
function demoWords({ plain, color, theme }: FlagValues<typeof wizardFlags>): readonly string[] {
  return [
    ...(plain ? ['--plain'] : []),
    ...(color ? [] : ['--no-color']),
    ...(theme === undefined ? [] : [`--theme=${theme}`]),
  ];
}
