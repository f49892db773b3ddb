import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { hostsFlags } from '../embedded-hosts/flags.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';

/** @param startHosts loads the hosts, which other commands do without */
export const demoCommand = (startHosts: StartHosts) =>
  defineCommand({
    name: 'demo',
    summary: 'Show a whole migration on this machine, no account needed',
    description: [
      'Starts both hosts on this machine with a sample workspace, then runs discover, plan and migrate against them',
      'and compares every ref of source and target. Nothing leaves this machine, and nothing is left behind.',
    ],
    endsInOrder: true,
    flags: {
      workers: {
        kind: 'integer',
        value: 'n',
        minimum: 1,
        maximum: 32,
        summary: 'Repositories at the same time (default: 4)',
      },
      ...hostsFlags,
      ...commonFlags,
    },
    examples: ['migrator demo', 'migrator demo --repository ~/src/my-project'],
    async run({ flags, program }) {
      const { runDemo } = await import('./handler.ts');
      return runDemo({ flags, program, startHosts });
    },
  });
