import type { Plan } from './plan-schema.ts';

/** What a plan reads of its source, in the words in which credentials are tried on it. */
export function plannedReads({ source, repositories }: Pick<Plan, 'source' | 'repositories'>): {
  readonly workspace: string;
  readonly repositories: readonly string[];
} {
  return { workspace: source.workspace, repositories: repositories.map((one) => one.source) };
}
