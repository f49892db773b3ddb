import { countOf } from '../../verbs/verify/findings/difference.ts';
import { missingOf } from '../../verbs/verify/findings/outcome.ts';
import {
  type Comparison,
  comparedText,
  isMissing,
  repositoryLine,
} from '../comparison/compare-now.ts';
import type { AttemptSignals } from '../run-phases.ts';

/** A comparison that the screen of phases follows, as its first one or as the one after a repair. */
export function phasedComparison({
  signals,
  phase = 'compare',
  ...given
}: Pick<Comparison, 'app' | 'program' | 'services' | 'migration' | 'reread' | 'repositories'> & {
  readonly signals: AttemptSignals;
  readonly phase?: 'compare' | 'again';
}): Comparison {
  const { app } = given;
  const { report } = app.phases;
  return {
    ...given,
    signal: ending(signals),
    onRepository(findings) {
      const { source, unverified } = findings;
      app.say(repositoryLine(findings));
      const isUnfinished = missingOf([findings]) > 0;
      const isBad = unverified !== null || isUnfinished || countOf(findings).defects > 0;
      report({
        type: 'passed',
        phase,
        source,
        ...{ summary: comparedText(findings), isBad, isAbsent: isMissing(findings) },
      });
    },
    follower: {
      begun(sources) {
        report({ type: 'expected', phase, total: sources.length, left: sources });
        report({ type: 'begun', phase });
      },
      entered: (source) => report({ type: 'entered', phase, source }),
      ended: () => report({ type: 'ended', phase }),
    },
  };
}

/** There is nothing that a comparison has to end in order. */
export function ending({ signal, drain }: AttemptSignals): AbortSignal {
  return AbortSignal.any([signal, drain]);
}
