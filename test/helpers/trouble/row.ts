import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '../program/run-program.ts';
import type { Workplace } from '../program/workplace.ts';

/** One way in which something goes wrong, and what the program says. */
export interface Row {
  /** As docs/troubleshooting.md calls it. */
  readonly condition: string;
  readonly produce: (place: Workplace) => Promise<Ended>;
  readonly code: number;
  /** Text that is seen, word for word, and its remedy. */
  readonly says: readonly (string | RegExp)[];
}

export const migrate = ['migrate', '--plan', 'plan.json'];
export const discover = ['discover', '--workspace', 'acme-workspace'];

/** Each row has a state of its own, so that none goes on with what another has begun. */
export function ownState(place: Workplace, name: string) {
  return { MIGRATOR_STATE_DIR: join(place.folder, `state-${name}`) };
}

/** Runs of a plan with one repository, which has a name of its own on the target. */
export function bring(place: Workplace, name: string, repository = `small:${name}`) {
  place.write('plan.json', place.plan(repository));
  return (environment: Record<string, string | undefined> = {}, more: readonly string[] = []) =>
    place.run([...migrate, ...more], { ...ownState(place, name), ...environment });
}

export async function withConfig(place: Workplace, config: string, work: () => Promise<Ended>) {
  place.write('migrator.yaml', config);
  try {
    return await work();
  } finally {
    rmSync(join(place.folder, 'migrator.yaml'));
    place.sandbox.faults.clear();
  }
}
