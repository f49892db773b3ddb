import { defineDocument } from '../../../journal/document.ts';
import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';

/** In the state: an archived repository is open for as long as something is written. */
const opened = defineDocument('planned-setting', 'opened-archive', { parse: Boolean });

type Outcomes = Promise<readonly SettingOutcome[]>;

/**
 * An archived repository takes nothing: it is opened only where something is missing, and closed again, also by the run
 * after one that was killed meanwhile.
 * @param options.compare what there is to do, without writing
 */
export async function whileOpened(
  given: {
    readonly target: Pick<TargetHost, 'updateRepository'>;
    readonly name: RepositoryName & { readonly signal: AbortSignal };
    readonly records: Pick<RepositoryRecords, 'findObject' | 'saveDocument' | 'forgetObjects'>;
    readonly isArchived: boolean;
  },
  { compare, apply }: { compare: () => Outcomes; apply: () => Outcomes },
): Outcomes {
  const { target, name, records, isArchived } = given;
  const wasOpened = await opened.exists(records);
  if (!isArchived && !wasOpened) return apply();
  if (isArchived) {
    const outcomes = await compare();
    if (!outcomes.some(({ state }) => state === 'missing')) {
      if (wasOpened) await opened.forget(records);
      return outcomes;
    }
    await opened.save(records, true);
    await target.updateRepository({ ...name, archived: false });
  }
  const close = async () => {
    await target.updateRepository({ ...name, archived: true });
    await opened.forget(records);
  };
  let outcomes: readonly SettingOutcome[];
  try {
    outcomes = await apply();
  } catch (thrown) {
    // Where this fails, too, the next run closes it.
    await close().catch(() => {});
    throw thrown;
  }
  await close();
  return outcomes;
}
