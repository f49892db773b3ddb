import { chosenSettings } from '../../../settings/plan/planned-settings.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { TargetPhase } from '../../context/target-phase.ts';

export type TopicsContext = Pick<
  RepositoryContext,
  'planned' | 'sourceRepository' | 'kept' | 'targetOwner'
> & { readonly phase: TargetPhase };

/** The topics that the target gets, before it makes its own form of them. */
export function wantedTopics(context: TopicsContext): readonly string[] {
  const { planned, sourceRepository } = context;
  const isApplied = context.kept.apply_settings !== 'none';
  const ofPlan = isApplied ? chosenSettings(planned.settings ?? []).topics : [];
  return [...new Set([...sourceRepository.topics, ...projectTopic(context), ...ofPlan])];
}

/** A person's account has no custom properties: there a topic names the project. */
function projectTopic(context: TopicsContext): readonly string[] {
  const { planned, sourceRepository, kept, phase, targetOwner } = context;
  const isApplied = planned.settings !== undefined && kept.apply_settings !== 'none';
  const isWaiting = kept.follow && phase === 'closed';
  if (!isApplied || isWaiting || targetOwner.kind === 'organization') return [];
  return sourceRepository.project === null ? [] : [`bitbucket-${sourceRepository.project.key}`];
}
