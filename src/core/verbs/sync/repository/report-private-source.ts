import { isUnconfirmed } from '../../../plan/publication.ts';
import type { SyncContext } from '../../../replica/context/sync-context.ts';
import { findSettings } from '../../../replica/recorded/migrated-baseline.ts';

/** Notes that the source is private where the plan makes its target public: at the cut-over, or already. */
export async function reportPrivateSource(context: SyncContext): Promise<void> {
  const { planned, sourceRepository, source, kept, targetFullName, report } = context;
  if (!isUnconfirmed(planned, sourceRepository)) return;
  const made = await findSettings(context);
  const isOpen = made?.visibility === 'public';
  // It stayed private, and the migration has said so.
  if (!isOpen && !kept.follow) return;
  const is = `is private on ${source.hostname}`;
  report.left.push({
    // One that is open already needs somebody to look at it.
    kind: isOpen ? 'refused' : 'note',
    subject: planned.source,
    reason: isOpen
      ? `${is}, and ${targetFullName} was set to public`
      : `${is}, so ${targetFullName} stays private at the cut-over without --publish-private`,
  });
}
