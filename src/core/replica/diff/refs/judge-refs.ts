import type { Refs } from '../../../git/formats/refs.ts';
import type { IntendedRefs } from '../../recorded/intended-refs.ts';
import type { MigratedRefs } from '../../recorded/migrated-baseline.ts';

interface RefsToJudge {
  /** Refs that the target is to have. */
  readonly wanted: Refs;
  readonly there: Refs;
  /** Values that we have put there; `null`: no push has ended yet. */
  readonly recorded: Pick<MigratedRefs, 'refs' | 'gone' | 'intended'> | null;
  readonly intended: IntendedRefs;
}

/** Refs of the target that hold another value than wanted. */
export interface JudgedRefs {
  /** Put there by us: they may be replaced. */
  readonly ours: Refs;
  /** Anything else, which stays. */
  readonly others: Refs;
}

/** Tells apart what we have put on the target and what somebody else has. Pure. */
export function judgeRefs({ wanted, there, recorded, intended }: RefsToJudge): JudgedRefs {
  const ours = new Map<string, string>();
  const others = new Map<string, string>();
  for (const [ref, oid] of there) {
    const value = wanted.get(ref);
    if (value === undefined || value === oid) continue;
    const known = [
      recorded?.refs.get(ref),
      recorded?.gone.get(ref),
      recorded?.intended.get(ref),
      ...(intended.get(ref) ?? []),
    ];
    (known.includes(oid) ? ours : others).set(ref, oid);
  }
  return { ours, others };
}
