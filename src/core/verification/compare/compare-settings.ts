import { isMoreOpen, type TargetRepository } from '../../ports/records/repository.ts';
import { type Audit, repositoryItem } from '../audit.ts';
import type { Defect } from '../finding-collector.ts';

/**
 * Whether the repository is there, and set as it was. One request.
 * @returns `false` if it is not, so that there is nothing to compare
 */
export async function compareRepository(audit: Audit): Promise<boolean> {
  const { target, name, known, collector, signal } = audit;
  const item = repositoryItem(audit);
  const lookup = await target.findRepository({ ...name, signal });
  const advice =
    'the target now has another repository. By hand: restore it under its name, or start again with a plan for another target.';
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
  return true;
}

function compareSettings({ known, collector }: Audit, actual: TargetRepository): void {
  const { settings } = known.baseline;
  if (settings === null) {
    collector.note('Settings are not compared: the state does not record what was set');
    return;
  }
  const compare = (name: string, expected: string, found: string, note = '') => {
    const mend = { what: 'settings' } as const;
    const message = `is ${found}; it was set to ${expected}${note}`;
    const defects: Defect[] = expected === found ? [] : [{ message, mend }];
    collector.compare({ kind: 'setting', name, url: actual.webUrl }, defects);
  };
  if (settings.defaultBranch !== null) {
    compare('default branch', settings.defaultBranch, actual.defaultBranch ?? 'none');
  }
  const { description, topics } = settings;
  if (description !== null) {
    const item = { kind: 'setting', name: 'description', url: actual.webUrl } as const;
    const mend = { what: 'settings' } as const;
    const isSame = description === actual.description;
    collector.compare(item, isSame ? [] : [{ message: 'is not the one that was set', mend }]);
  }
  if (topics !== null && actual.topics !== null) {
    compare('topics', listed(topics), listed(actual.topics));
  }
  if (known.phase === 'opening') {
    collector.note(
      'Visibility is not compared: run the cut-over again, which ended while it opened the target',
    );
    return;
  }
  const isOpened = known.phase === 'open' && isMoreOpen(actual.visibility, settings.visibility);
  const note = isOpened
    ? '. After a cut-over a repair leaves that to people, unless the source is private'
    : '';
  compare('visibility', settings.visibility, actual.visibility, note);
  compare('archived', yesOrNo(settings.archived), yesOrNo(actual.archived));
}

/** The target keeps them in an order of its own. */
function listed(topics: readonly string[]): string {
  return [...topics].sort().join(', ') || 'none';
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
