import { defineOption } from './option.ts';

/** Options of how fast a run goes. */
export const paceOptions = {
  workers: defineOption({
    kind: 'integer',
    value: 'n',
    minimum: 1,
    maximum: 32,
    summary: 'Repositories in parallel (default: 4)',
    flagOf: ['migrate'],
    plan: 'workers',
    default: 4,
    control: {
      label: 'In parallel',
      group: 'way',
      hint: 'More workers clone and read in parallel. GitHub limits how fast pull requests are written.',
      values: [1, 2, 4, 8, 16, 32],
      sets: 'migrate',
    },
  }),
  /** Milliseconds. */
  delay: defineOption({
    kind: 'integer',
    value: 'ms',
    minimum: 0,
    maximum: 86_400_000,
    summary: 'Milliseconds to pause between repositories',
    flagOf: ['migrate'],
    plan: 'delay',
    description: 'Milliseconds to pause between repositories.',
    default: 0,
  }),
};
