import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultPlace } from '../place.ts';

interface PlanFile {
  readonly teams?: unknown;
  readonly repositories: readonly { readonly source: string; readonly settings?: unknown }[];
}

function readPlan({ folder }: FaultPlace): PlanFile {
  return JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as PlanFile;
}

/** Lets the plan follow the source. Without settings, unless they are wanted: they are tried by the other harnesses. */
export function follow(place: FaultPlace, { withSettings = false } = {}): void {
  if (withSettings) {
    place.write('plan.json', { ...readPlan(place), follow: true });
    return;
  }
  const { teams: _, ...plan } = readPlan(place);
  const repositories = plan.repositories.map(({ settings: _settings, ...rest }) => rest);
  place.write('plan.json', { ...plan, repositories, follow: true });
}

/** Slugs on the source. */
export function plannedIn(place: FaultPlace): readonly string[] {
  return readPlan(place).repositories.map(({ source }) => source);
}
