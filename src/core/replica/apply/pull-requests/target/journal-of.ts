import type { Journal } from '../../../../journal/once.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';

type Journaled = Pick<WritingContext, 'repository' | 'enteredAt' | 'stopIfDraining'>;

/** Where what is written into pull requests is recorded. */
export function journalOf(context: Journaled): Journal {
  const { repository, enteredAt } = context;
  return { ...repository, enteredAt, stopIfDraining: () => context.stopIfDraining() };
}

/** For messages. */
export function writingFailure({ repository }: Pick<Journaled, 'repository'>): string {
  return `Pull requests of ${repository.targetFullName} could not be written`;
}
