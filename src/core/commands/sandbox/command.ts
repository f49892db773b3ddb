import { exitCodes } from '../../kernel/exit-codes.ts';
import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { hostsFlags, type StartHosts } from '../embedded-hosts/hosts.ts';

/** @param startHosts loads the embedded hosts */
export const sandboxCommand = (startHosts: StartHosts) =>
  defineCommand({
    name: 'sandbox',
    summary: 'Run both hosts on this machine until Ctrl+C',
    description: [
      "Keeps the demo's hosts running and prints their addresses and credentials as environment variables.",
      'Once exported, discover, plan and migrate work as on the real hosts. Press Ctrl+C to stop the sandbox.',
    ],
    endsInOrder: true,
    flags: {
      ...hostsFlags,
      ...commonFlags,
      people: {
        kind: 'integer',
        value: 'seconds',
        minimum: 1,
        maximum: 3600,
        summary: 'Simulate changes by people at this interval (seconds), to try a sync',
      },
      json: { kind: 'boolean', summary: 'Print the variables as one JSON object' },
    },
    examples: [
      'migrator sandbox > sandbox.env &',
      'migrator sandbox --people 5 > sandbox.env &',
      'source sandbox.env && migrator discover --workspace acme-workspace',
    ],
    async run({ flags, program }) {
      const { runSandbox } = await import('./handler.ts');
      await runSandbox({ flags, program, startHosts });
      return exitCodes.done;
    },
  });
