import { exitCodes } from '../../kernel/exit-codes.ts';
import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { hostsFlags, type StartHosts } from '../embedded-hosts/hosts.ts';

/** @param startHosts loads the embedded hosts */
export const sandboxCommand = (startHosts: StartHosts) =>
  defineCommand({
    name: 'sandbox',
    summary: 'Run both hosts on this machine until you stop them',
    description: [
      'The hosts of the demo, left running: prints their addresses and credentials as environment variables.',
      'With those exported, discover, plan and migrate work as they would on the real hosts. Ctrl+C ends it.',
    ],
    endsInOrder: true,
    flags: {
      ...hostsFlags,
      ...commonFlags,
      json: { kind: 'boolean', summary: 'The variables as one JSON object' },
    },
    examples: [
      'migrator sandbox > sandbox.env &',
      'source sandbox.env && migrator discover --workspace acme-workspace',
    ],
    async run({ flags, program }) {
      const { runSandbox } = await import('./handler.ts');
      await runSandbox({ flags, program, startHosts });
      return exitCodes.done;
    },
  });
