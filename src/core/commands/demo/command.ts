import { defineCommand } from '../command.ts';
import { commonFlags, workersFlag } from '../common-flags.ts';
import { hostsFlags, type StartHosts } from '../embedded-hosts/hosts.ts';

/** @param startHosts loads the embedded hosts */
export const demoCommand = (startHosts: StartHosts) =>
  defineCommand({
    name: 'demo',
    summary: 'Run a whole migration on this machine, no account needed',
    description: [
      'Starts both hosts on this machine with a sample workspace, runs discover, plan and migrate against them',
      'and compares every ref of source and target. Nothing leaves this machine, and everything is deleted at the end.',
    ],
    endsInOrder: true,
    flags: {
      ...workersFlag,
      ...hostsFlags,
      ...commonFlags,
    },
    examples: ['migrator demo', 'migrator demo --repository ~/src/my-project'],
    run: async (given) => (await import('./handler.ts')).runDemo({ ...given, startHosts }),
  });
