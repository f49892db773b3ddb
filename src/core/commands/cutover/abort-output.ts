import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Aborted } from '../../verbs/cutover/abort.ts';
import { type UnlockOutcome, unlockedText } from '../../verbs/cutover/lock/unlock-repository.ts';
import type { CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import type { TargetsReached } from '../../verbs/cutover/targets-reached.ts';
import type { PhaseResult } from '../phase-view.ts';

/** Names what a person may have to put right on a source that was unlocked. Hostile. */
export function unlockNotes(unlocked: UnlockOutcome): readonly string[] {
  const { changed, unconfirmed, differences } = unlocked;
  return [
    ...changed.map((one) => `someone had changed the restriction ${one}`),
    ...unconfirmed.map(
      (one) =>
        `if the restriction ${one} existed before the cut-over, add it again: Bitbucket did not confirm the one of this cut-over`,
    ),
    ...differences.map((one) => `differs from before the lock: ${one}`),
  ];
}

/** Describes what is about to happen, before a person is asked. By the state alone. Pure. */
export function abortCheckLines(
  {
    lockedClosed,
    opening,
    opened,
  }: Pick<TargetsReached, 'opening' | 'opened'> & { readonly lockedClosed: number },
  { migration, plan }: Pick<CutoverRun, 'migration' | 'plan'>,
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const { workspace } = plan.source;
  const route = `${safe(workspace)} to ${safe(plan.target.organization)}`;
  const sources = count(lockedClosed, 'Bitbucket repository', 'Bitbucket repositories');
  return [
    colors.strong(`Abort the cut-over of ${route} (${migration.id})`),
    lockedClosed === 0
      ? 'No Bitbucket repository is locked by this migration.'
      : `${sources} will be unlocked: people can push again.`,
    ...openLines(opening, {
      one: 'was being opened. If it is open, its Bitbucket repository stays locked.',
      many: 'were being opened. If they are open, their Bitbucket repositories stay locked.',
    }),
    ...openLines(opened, {
      one: 'is open and stays open; its Bitbucket repository stays locked.',
      many: 'are open and stay open; their Bitbucket repositories stay locked.',
    }),
  ];
}

function openLines(
  targets: number,
  { one, many }: Readonly<Record<'one' | 'many', string>>,
): readonly string[] {
  if (targets === 0) return [];
  const named = count(targets, 'GitHub repository', 'GitHub repositories');
  return [`${named} ${targets === 1 ? one : many}`];
}

/** Describes what was taken back, and what was not. */
export function abortText(
  aborted: readonly Aborted[],
  options: { color: boolean },
): Pick<PhaseResult, 'title' | 'lines'> {
  const colors = palette(options.color);
  const lines = aborted.flatMap(({ source, isOpen, openedBy, renamedTo, stays, ...unlocked }) => {
    if (isOpen) {
      const why =
        openedBy === null
          ? 'its GitHub repository is open'
          : `${openedBy} has opened another GitHub repository`;
      return [
        `${safe(source)}: ${colors.bad('stays locked')}, because ${why}`,
        ...(renamedTo === null ? [] : [`  it is ${safe(renamedTo)} now: rename it back`]),
      ];
    }
    const more = [...unlockNotes(unlocked), ...stays];
    return [`${safe(source)}: ${unlockedText(unlocked)}`, ...more.map((one) => `  ${safe(one)}`)];
  });
  const many = aborted.filter(({ removed }) => removed > 0).length;
  const isAnyLocked = aborted.some(({ isOpen }) => isOpen);
  const none = isAnyLocked ? 'No Bitbucket repository was unlocked.' : 'Nothing was locked.';
  return {
    title:
      many === 0
        ? none
        : `${count(many, 'Bitbucket repository', 'Bitbucket repositories')} unlocked.`,
    lines,
  };
}

/** The same as it is printed. */
export function abortLines(
  aborted: readonly Aborted[],
  options: { color: boolean },
): readonly string[] {
  const { title, lines } = abortText(aborted, options);
  return [...lines, title];
}

export function abortJson(migration: string, aborted: readonly Aborted[]): string {
  return jsonLine({
    type: 'cutover-abort',
    migration,
    repositories: aborted.map(({ isOpen, openedBy, renamedTo, ...one }) => ({
      ...{ ...one, is_open: isOpen, opened_by: openedBy, renamed_to: renamedTo },
    })),
  });
}
