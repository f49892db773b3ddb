import { paceOptions } from '../../options/pace.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, metricsFlag } from '../common-flags.ts';
import { hostsFlags } from '../embedded-hosts/hosts.ts';
import type { DemoStarts } from './starts.ts';

export const demoCommand = (starts: DemoStarts) =>
  defineCommand({
    name: 'demo',
    summary: 'Run a complete migration on this machine; no account needed',
    description: [
      'Starts both hosts on this machine with a sample workspace, runs discover, plan and migrate against them',
      'and compares every ref on both hosts. Nothing leaves this machine, and everything is deleted at the end.',
    ],
    endsInOrder: true,
    flags: {
      workers: paceOptions.workers,
      processes: {
        kind: 'integer',
        value: 'n',
        minimum: 2,
        maximum: 8,
        summary: 'Share the work through PostgreSQL, and kill one process along the way',
      },
      limits: {
        kind: 'boolean',
        summary: "Apply GitHub's documented rate limits; takes a minute longer",
      },
      ...hostsFlags,
      ...metricsFlag,
      ...commonFlags,
    },
    examples: [
      'migrator demo',
      'migrator demo --repository ~/src/my-project',
      'migrator demo --processes 3',
    ],
    run: async (given) => (await import('./handler.ts')).runDemo({ ...given, ...starts }),
  });
