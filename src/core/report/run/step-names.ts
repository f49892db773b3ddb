import type { StepName } from '../../ports/events.ts';

/** The steps of a repository in their order. */
export const stepNames = [
  'fetch',
  'inspect',
  'fetch-lfs',
  'create',
  'lfs',
  'push',
  'pull-requests',
  'settings',
  'verify',
] as const satisfies readonly StepName[];
