import type { AppFlags } from '../app.ts';

/** Flags of the command, as its handler gets them. */
export type RollbackFlags = AppFlags & {
  readonly migration: string;
  readonly dryRun: boolean;
  readonly delete: boolean;
  readonly withoutCutover: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A file of slugs or names. */
  readonly repositories: string | undefined;
  readonly wave: number | undefined;
  readonly yes: boolean;
};
