import { count } from '../../../kernel/format/format.ts';
import type { VerificationRecord } from '../../comparison/record/record.ts';
import { headlineOf, notVerified } from '../../comparison/record/wording.ts';
import { number } from './parts.ts';

interface Verdict {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

/** Returns the verdict in words: what is worst comes first. Pure. */
export function verdictOf(record: VerificationRecord): Verdict {
  const { counts, repositories } = record;
  const { outcome, text } = headlineOf(record);
  if (outcome === 'nothing-compared') return { isGood: false, lines: [text] };
  const all = count(repositories.length, 'repository', 'repositories');
  const equal = `${number(counts.equal)} of ${count(counts.compared, 'item')} on GitHub match what was migrated from Bitbucket, in ${all}`;
  const others = otherCounts(record);
  if (outcome === 'verified') {
    const lines =
      others.length === 0 ? ['Everything matches', equal] : ['No unexpected differences', equal];
    return { isGood: true, lines: [...lines, ...others] };
  }
  const without = notVerified(record);
  const bad = [
    ...(outcome === 'not-complete' ? [text] : []),
    ...(counts.defects === 0 ? [] : [defectsText(record)]),
    ...(without === null ? [] : [without]),
  ];
  return { isGood: false, lines: [...bad, equal, ...others] };
}

function defectsText({ counts, repositories }: VerificationRecord): string {
  const having = repositories.filter(({ differences }) =>
    differences.some(({ verdict: one }) => one === 'defect'),
  );
  const all = count(repositories.length, 'repository', 'repositories');
  return `${count(counts.defects, 'defect')} in ${number(having.length)} of ${all}`;
}

function otherCounts({ counts }: VerificationRecord): readonly string[] {
  const { expected, addedSince, changedOnSource } = counts;
  const parts = [
    ...(expected > 0 ? [count(expected, 'expected difference')] : []),
    ...(changedOnSource > 0 ? [`${number(changedOnSource)} changed on Bitbucket since`] : []),
    ...(addedSince > 0 ? [`${number(addedSince)} added since`] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}
