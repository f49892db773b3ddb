import type { ApplyContext } from '../applying/apply-context.ts';
import { adopt, createOnce } from '../applying/create-once.ts';
import {
  type Decision,
  type Named,
  outcomeOf,
  perform,
  type SettingOutcome,
} from '../applying/setting-outcome.ts';

/** Settings of one kind that a repository has a list of. */
export interface Collection<Wanted, Found extends { readonly id: string }> {
  readonly wanted: readonly Wanted[];
  readonly nameOf: (wanted: Wanted) => Named;
  /** In the state; holds no secret. */
  readonly idOf: (wanted: Wanted) => string;
  readonly list: () => Promise<readonly Found[]>;
  readonly matches: (wanted: Wanted, found: Found) => boolean;
  /** How what is there differs; `null` if it does not. */
  readonly compare: (
    wanted: Wanted,
    found: Found,
  ) => Pick<SettingOutcome, 'note' | 'differs'> | null;
  /** Why it is not created yet. */
  readonly waitsFor?: (wanted: Wanted) => string | null;
  readonly create: (wanted: Wanted) => Promise<Found>;
}

/** Creates what is missing, each once, and reads all of it back. What is there stays as it is. */
export async function applyCollection<Wanted, Found extends { readonly id: string }>(
  context: ApplyContext,
  collection: Collection<Wanted, Found>,
): Promise<readonly SettingOutcome[]> {
  const { wanted, nameOf, list, matches } = collection;
  const found = context.isNew ? [] : await list();
  const outcomes: SettingOutcome[] = [];
  for (const one of wanted) {
    const there = found.find((other) => matches(one, other)) ?? null;
    const decision = await decide(context, collection, { one, there });
    outcomes.push(await perform(context, nameOf(one), decision));
  }
  if (!outcomes.some(({ state }) => state === 'written')) return outcomes;
  const now = await list();
  return outcomes.map((outcome, index) => {
    const one = wanted[index];
    if (outcome.state !== 'written' || one === undefined) return outcome;
    const there = now.find((other) => matches(one, other));
    if (there === undefined) {
      const note = 'GitHub accepted it but does not show it';
      return outcomeOf(outcome, { state: 'kept', note, differs: 'stricter' });
    }
    const difference = collection.compare(one, there);
    return difference === null ? outcome : outcomeOf(outcome, { state: 'kept', ...difference });
  });
}

async function decide<Wanted, Found extends { readonly id: string }>(
  context: ApplyContext,
  collection: Collection<Wanted, Found>,
  { one, there }: { one: Wanted; there: Found | null },
): Promise<Decision> {
  const { idOf, list, matches, create, compare } = collection;
  const id = idOf(one);
  const waitsFor = collection.waitsFor?.(one) ?? null;
  if (there === null && waitsFor !== null) {
    return { state: 'waiting', note: `is not created ${waitsFor}` };
  }
  if (there === null) {
    return {
      async write() {
        await createOnce(context, {
          kind: 'planned-setting',
          id,
          place: context.targetFullName,
          make: () => create(one),
          find: async () => (await list()).find((other) => matches(one, other)) ?? null,
        });
        return undefined;
      },
    };
  }
  await adopt(context, { kind: 'planned-setting', id, targetId: there.id });
  const difference = compare(one, there);
  return difference === null ? { state: 'equal' } : { state: 'kept', ...difference };
}
