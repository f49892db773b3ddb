import * as z from 'zod';
import { count } from '../../kernel/format/format.ts';
import type { CodeOwnersFile, DefaultReviewers } from '../../ports/records/source-settings.ts';
import type { TargetActor } from '../../ports/records/target-settings.ts';
import { distinctActors, resolveActor } from '../mapping/actors.ts';
import { becauseOf, type MappingContext, type SettingItem } from '../mapping/item.ts';
import type { KindSetting, SettingKind } from './kind.ts';
import { actor, level, listPart, refs, targetActor, teamsAmong, text, whole } from './schemas.ts';

interface Sets {
  /** Owners of everything, for CODEOWNERS. */
  readonly owners: readonly TargetActor[];
}

/** Default reviewers as code owners of all files, in the settings pull request. */
export const reviewers: SettingKind<Sets> = {
  parts: {
    reviewers: {
      title: 'default reviewers',
      schema: z
        .array(
          z.object({
            id: text,
            level,
            reviewers: z.array(actor),
            source: refs,
            destination: refs,
            approvals: whole,
          }),
        )
        .default([])
        .describe('Default reviewers.'),
    },
  },
  planned: ['default-reviewers'],
  map: ({ settings }, context) => settings.reviewers.map((one) => mapReviewers(one, context)),
  sets: { owners: { ...listPart(targetActor, distinctActors), teams: teamsAmong } },
  costs: ({ owners }) => ({ reads: 0, writes: 0, creating: owners.length === 0 ? 0 : 1 }),
  byHand: 'change CODEOWNERS on GitHub by hand',
};

/** Bitbucket's own file, which becomes nothing. */
export const codeOwners: SettingKind = {
  parts: {
    owners: {
      title: 'code owners',
      schema: z
        .object({ path: text, bytes: whole })
        .nullable()
        .default(null)
        .describe("Bitbucket's CODEOWNERS file."),
    },
  },
  planned: ['code-owners'],
  map: ({ settings: { owners } }) =>
    owners === null ? [] : [{ item: mapCodeOwners(owners), set: {} }],
  sets: {},
};

/** Maps those of all branches; the target selects none by branch. Pure. */
function mapReviewers(given: DefaultReviewers, context: MappingContext): KindSetting<Sets> {
  const id = `reviewers:${given.id}`;
  const required = given.approvals > 0 ? `, ${given.approvals} must approve` : '';
  const described = {
    id,
    kind: 'default-reviewers',
    source: `${count(given.reviewers.length, 'default reviewer', 'default reviewers')}${required}`,
  } as const;
  const none = (why: string, looser: string | null = null): KindSetting<Sets> => ({
    item: { ...described, target: '', grade: 'none', why, looser },
    set: { owners: [] },
  });
  if (!isEverywhere(given)) {
    return none('GitHub cannot select reviewers by branch.');
  }
  const owners = distinctActors(
    given.reviewers.flatMap((actor) => resolveActor(actor, context) ?? []),
  );
  if (owners.length === 0) return none('None of them has a GitHub login.');
  const missing = given.reviewers.length - owners.length;
  const target = `CODEOWNERS: * ${owners.map(({ name }) => `@${name}`).join(' ')}`;
  const unknown =
    missing > 0 && `${missing} of them ${missing === 1 ? 'has' : 'have'} no GitHub login.`;
  if (given.approvals > 0 && !context.accepted.has(id)) {
    return none(
      'GitHub cannot require approvals from specific people.',
      'GitHub requests their review but does not require it.',
    );
  }
  const isLooser = given.approvals > 0;
  const why = isLooser
    ? 'GitHub requests their review but does not require it.'
    : 'Every pull request requests their review; its author cannot remove them.';
  return {
    item: {
      ...described,
      target,
      grade: isLooser ? 'looser' : 'stricter',
      why: becauseOf([why, unknown]),
      looser: null,
    },
    set: { owners },
  };
}

function isEverywhere({ source, destination }: DefaultReviewers): boolean {
  return source.kind === 'any' && destination.kind === 'any';
}

/** Maps it to nothing. Pure. */
function mapCodeOwners({ path }: CodeOwnersFile): SettingItem {
  return {
    id: 'owners',
    kind: 'code-owners',
    source: path,
    target: '',
    grade: 'none',
    why: 'On Bitbucket every matching line applies, on GitHub only the last: rewrite it as .github/CODEOWNERS.',
    looser: null,
  };
}
