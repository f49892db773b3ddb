import { count } from '../../../kernel/format/format.ts';
import type { VerificationRecord } from '../../comparison/record/record.ts';
import {
  headlineOf,
  isOfOrganization,
  noDefectsText,
  notVerified,
  otherCounts,
  waitingText,
} from '../../comparison/record/wording.ts';
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
  const compared = repositories.filter((one) => one.compared > 0).length;
  const all = count(compared, 'repository', 'repositories');
  const equal = `${number(counts.equal)} of ${count(counts.compared, 'item')} on GitHub match what was migrated from Bitbucket, in ${all}`;
  const counted = otherCounts(record);
  const others = [...(counted.length === 0 ? [] : [counted.join(', ')]), ...waitingText(record)];
  if (outcome === 'verified') {
    const first = counted.length === 0 ? 'Everything matches' : noDefectsText(record);
    return { isGood: true, lines: [first, equal, ...others] };
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
  const defects = repositories.flatMap(({ source, differences }) =>
    differences
      .filter(({ verdict }) => verdict === 'defect')
      .map((one) => (isOfOrganization(one) ? null : source)),
  );
  const having = new Set(defects.filter((source) => source !== null));
  const all = count(repositories.length, 'repository', 'repositories');
  const places = [
    ...(having.size === 0 ? [] : [`in ${number(having.size)} of ${all}`]),
    ...(defects.includes(null) ? ['in the organization'] : []),
  ];
  return `${count(counts.defects, 'defect')} ${places.join(' and ')}`;
}
