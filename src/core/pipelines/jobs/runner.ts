import { from, type Node } from '../emit/node.ts';
import type { Step } from '../model/step.ts';
import {
  hostedArmRunner,
  hostedRunner,
  largestStandard,
  memoryOfSize,
  runnerLabels,
  shellRunners,
} from '../tables/runners.ts';
import type { Conversion } from './conversion.ts';
import { literal } from './expressions.ts';

export interface Runner {
  readonly runsOn: Node;
  /** Scripts run on the machine itself, without an image. */
  readonly isShell: boolean;
  readonly isWindows: boolean;
  readonly isSelfHosted: boolean;
  readonly isArm: boolean;
  /** Labels that GitHub does not know by itself. */
  readonly ownLabels: readonly string[];
}

/** Where a step runs. */
export function runnerOf(step: Step, { findings }: Conversion): Runner {
  const { runsOn, size, architecture } = step;
  reportSize(step, findings);
  const labels = (runsOn?.value ?? []).filter((label) => label.trim() !== '');
  if (labels.length > 0) return selfHosted(labels, step);
  const isArm = architecture !== null && /arm/i.test(architecture.value);
  const label = from(isArm ? hostedArmRunner : hostedRunner, size?.place, architecture?.place);
  return {
    runsOn: label,
    isShell: false,
    isWindows: false,
    isSelfHosted: false,
    isArm,
    ownLabels: [],
  };
}

function selfHosted(labels: readonly string[], { runsOn, size, architecture }: Step): Runner {
  const mapped = labels.flatMap((label) => runnerLabels[label] ?? [label]);
  const all = [...new Set(['self-hosted', ...mapped])].map(literal);
  return {
    runsOn: from(all, runsOn?.place, size?.place, architecture?.place),
    isShell: labels.some((label) => shellRunners.has(label)),
    isWindows: labels.includes('windows'),
    isSelfHosted: true,
    isArm: all.includes('ARM64'),
    ownLabels: labels.filter((label) => runnerLabels[label] === undefined),
  };
}

function reportSize({ size, runsOn }: Step, findings: Conversion['findings']): void {
  if (size === null || runsOn !== null) return;
  const memory = memoryOfSize[size.value];
  if (memory === undefined) {
    findings.lost(size.place, `Unknown size ${size.value}`, 'Choose a runner for the job.');
  } else if (memory > largestStandard) {
    findings.changed(
      size.place,
      `A standard runner has less than the ${memory} GB of memory of size ${size.value}`,
      'Create a larger runner, and put its label in runs-on.',
    );
  }
}
