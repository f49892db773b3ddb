import { count } from '../../kernel/format/format.ts';
import type { CodeOwnersFile, DefaultReviewers } from '../../ports/records/source-settings.ts';
import { distinctActors, resolveActor } from '../mapping/actors.ts';
import { becauseOf, type MappingContext, type SettingItem } from '../mapping/item.ts';
import type { TargetActor } from '../target-rules.ts';

export interface MappedReviewers {
  readonly item: SettingItem;
  /** Owners of everything, for CODEOWNERS. */
  readonly owners: readonly TargetActor[];
}

/** Default reviewers as code owners of all files. Pure. */
export function mapReviewers(given: DefaultReviewers, context: MappingContext): MappedReviewers {
  const id = `reviewers:${given.id}`;
  const required = given.approvals > 0 ? `, ${given.approvals} must approve` : '';
  const described = {
    id,
    kind: 'default-reviewers',
    source: `${count(given.reviewers.length, 'default reviewer', 'default reviewers')}${required}`,
  } as const;
  const none = (why: string, looser: string | null = null): MappedReviewers => ({
    item: { ...described, target: '', grade: 'none', why, looser },
    owners: [],
  });
  if (!isEverywhere(given)) {
    return none('GitHub cannot select reviewers by branch.');
  }
  const owners = distinctActors(
    given.reviewers.flatMap((actor) => resolveActor(actor, context) ?? []),
  );
  if (owners.length === 0) return none('None of them is known on GitHub.');
  const missing = given.reviewers.length - owners.length;
  const target = `CODEOWNERS: * ${owners.map(({ name }) => `@${name}`).join(' ')}`;
  const unknown = missing > 0 && `${missing} of them are not known on GitHub.`;
  if (given.approvals > 0 && !context.accepted.has(id)) {
    return none(
      'GitHub cannot require approvals of these people.',
      'They are asked for a review, which is not required.',
    );
  }
  const isLooser = given.approvals > 0;
  const why = isLooser
    ? 'They are asked for a review, which is not required.'
    : 'Every pull request asks them for a review; its author cannot remove them.';
  return {
    item: {
      ...described,
      target,
      grade: isLooser ? 'looser' : 'stricter',
      why: becauseOf([why, unknown]),
      looser: null,
    },
    owners,
  };
}

function isEverywhere({ source, destination }: DefaultReviewers): boolean {
  return source.kind === 'any' && destination.kind === 'any';
}

/** Bitbucket's own file. Pure. */
export function mapCodeOwners({ path }: CodeOwnersFile): SettingItem {
  return {
    id: 'owners',
    kind: 'code-owners',
    source: path,
    target: '',
    grade: 'none',
    why: 'On Bitbucket every matching line counts, on GitHub the last: rewrite it as .github/CODEOWNERS.',
    looser: null,
  };
}
