import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Workplace } from '../program/workplace.ts';
import { newestMigration } from '../repositories/migration-fixture.ts';
import { addSettings } from './settings-place.ts';

/** Migrates `web` with its settings, and gives the migration. */
export async function migrated(place: Workplace, ...flags: readonly string[]): Promise<string> {
  await addSettings(place, 'web');
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json', ...flags]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return newestMigration(place);
}

interface Outcome {
  readonly kind: string;
  readonly name: string;
  readonly state: string;
  readonly note: string | null;
  readonly hint: string | null;
}

interface Told {
  readonly teams: readonly Outcome[];
  readonly repositories: readonly { readonly settings: readonly Outcome[] }[];
}

/** The command, and what it says of each setting. */
export async function settings(place: Workplace, id: string, ...flags: readonly string[]) {
  const ended = await place.run(['settings', '--migration', id, '--json', ...flags]);
  expect(ended.stderr).not.toContain('Unexpected');
  const told = JSON.parse(ended.stdout) as Told;
  const outcomes = [...told.teams, ...told.repositories.flatMap((one) => one.settings)];
  const states = outcomes.map(({ kind, name, state }) => `${kind} ${name}: ${state}`);
  return { ...ended, outcomes, states };
}

export function readPlanText(place: Workplace): string {
  return readFileSync(join(place.folder, 'plan.json'), 'utf8');
}
