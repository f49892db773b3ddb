import { defineCommand } from '../../core/commands/command.ts';
import { commonFlags } from '../../core/commands/common-flags.ts';
import { exitCodes } from '../../core/exit-codes.ts';
import { sandboxFlags } from './sandbox-flags.ts';

export const sandboxCommand = defineCommand({
  name: 'sandbox',
  summary: 'Run both hosts on this machine until you stop them',
  description: [
    'The hosts of the demo, left running: prints their addresses and credentials as environment variables.',
    'With those exported, discover, plan and migrate work as they would on the real hosts. Ctrl+C ends it.',
  ],
  endsInOrder: true,
  flags: {
    ...sandboxFlags,
    ...commonFlags,
    json: { kind: 'boolean', summary: 'The variables as one JSON object' },
  },
  examples: [
    'migrator sandbox > sandbox.env &',
    'source sandbox.env && migrator discover --workspace acme-workspace',
  ],
  async run({ flags, program }) {
    const { runSandbox } = await import('../demo/run-sandbox.ts');
    await runSandbox({ flags, program });
    return exitCodes.done;
  },
});
