import { quoteBoth } from '../../../kernel/format/quote-both.ts';
import {
  isMoreOpen,
  type TargetRepository,
  type Visibility,
} from '../../../ports/records/repository.ts';
import { type Audit, repositoryItem } from '../findings/audit.ts';

/**
 * Compares the repository itself and how it is set. One request.
 * @returns `false` if it is not, so that there is nothing to compare
 */
export async function compareRepository(audit: Audit): Promise<boolean> {
  const { target, name, known, collector, signal } = audit;
  const item = repositoryItem(audit);
  const lookup = await target.findRepository({ ...name, signal });
  const advice =
    'another repository has its name now. By hand: restore the original under its name, or start again with a plan for another name.';
  const isOurs = lookup.state === 'present' && lookup.repository.id === known.id;
  // People may have given it its name back.
  if (!isOurs && audit.isRolledBack) {
    collector.note('Rolled back: renamed and archived on GitHub, so there is nothing to compare');
    return false;
  }
  if (lookup.state !== 'present') {
    const message = lookup.state === 'absent' ? 'no longer exists' : 'was renamed';
    collector.compare(item, [{ message, advice }]);
    return false;
  }
  if (lookup.repository.id !== known.id) {
    collector.compare(item, [{ message: 'is not the repository that was created', advice }]);
    return false;
  }
  compareSettings(audit, lookup.repository);
  await compareActions(audit);
  return true;
}

function compareSettings(audit: Audit, actual: TargetRepository): void {
  const { known, collector } = audit;
  const { settings } = known.baseline;
  if (settings === null) {
    // A repository that failed says so already.
    if (known.wasMigrated)
      collector.note('Settings are not compared: the state does not record the applied settings');
    return;
  }
  const item = (name: string) => ({ kind: 'setting', name, url: actual.webUrl }) as const;
  const compare = (name: string, expected: string, found: string) => {
    const message = `is ${found}; it was set to ${expected}`;
    collector.compare(item(name), expected === found ? [] : [{ message, advice: byPeople }]);
  };
  if (settings.defaultBranch !== null) {
    compare('default branch', settings.defaultBranch, actual.defaultBranch ?? 'none');
  }
  const { description, topics } = settings;
  if (description !== null) {
    const [is, was] = quoteBoth(actual.description, description);
    const message = `is ${is}; it was set to ${was}`;
    const isSame = description === actual.description;
    collector.compare(item('description'), isSame ? [] : [{ message, advice: byPeople }]);
  }
  if (topics !== null && actual.topics !== null) {
    compare('topics', listed(topics), listed(actual.topics));
  }
  if (known.phase === 'opening') {
    collector.note(
      'Visibility is not compared: the cut-over stopped while opening this repository. Run it again',
    );
    return;
  }
  compareVisibility(audit, settings.visibility, actual);
  compare('archived', yesOrNo(settings.archived), yesOrNo(actual.archived));
}

/** Looks at Actions where a run has paused them: whoever else switches them off decides that. */
async function compareActions({ target, name, known, collector, signal }: Audit): Promise<void> {
  if (!known.hasPausedActions) return;
  const isOff = (await target.areActionsEnabled({ ...name, signal })) === false;
  const repair = { what: 'settings' } as const;
  collector.compare(
    { kind: 'setting', name: 'Actions', url: known.webUrl },
    isOff ? [{ message: 'have been off since a run stopped', repair }] : [],
  );
}

/** People decide who sees it. A repair looks at the source where more can than it was set to. */
function compareVisibility(
  { known, collector }: Audit,
  expected: Visibility,
  { visibility, webUrl }: TargetRepository,
): void {
  const item = { kind: 'setting', name: 'visibility', url: webUrl } as const;
  const message = `is ${visibility}; it was set to ${expected}`;
  if (visibility === expected) collector.compare(item, []);
  else if (isMoreOpen(visibility, expected)) {
    const note =
      known.phase === 'open'
        ? '. A repair does not change this, unless the Bitbucket repository is private'
        : '';
    collector.compare(item, [{ message: `${message}${note}`, repair: { what: 'settings' } }]);
  } else collector.compare(item, [{ message, advice: byPeople }]);
}

const byPeople = 'someone has changed it on GitHub. By hand: change it back if unwanted.';

/** The target keeps them in an order of its own. */
function listed(topics: readonly string[]): string {
  return [...topics].sort().join(', ') || 'none';
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
