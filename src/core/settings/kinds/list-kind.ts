import type * as z from 'zod';
import type { Cancellable, RepositoryName } from '../../ports/records/target-address.ts';
import type { RepositorySettings } from '../../ports/settings-target.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import { adopt, createOnce } from '../applying/create-once.ts';
import {
  type Decision,
  notShown,
  outcomeOf,
  perform,
  type SettingOutcome,
} from '../applying/setting-outcome.ts';
import type { AppliedKind, SettingKind } from './kind.ts';
import { listPart } from './schemas.ts';

/** Describes settings of which a repository has a list: what is missing is created, and what is there stays as it is. */
interface ListKind<Wanted> extends Pick<AppliedKind, 'kind' | 'isRaisedByPeople'> {
  readonly phase: 'first' | 'access';
  /** As people write it into a plan. */
  readonly schema: z.ZodType<Wanted>;
  /** For people. */
  nameOf(wanted: Wanted): string;
  /** The same for what is wanted and what is there. The state keeps it: it holds no secret. */
  idOf(one: Wanted): string;
  list(port: RepositorySettings, at: AtRepository): Promise<readonly Found<Wanted>[]>;
  create(port: RepositorySettings, at: AtRepository, wanted: Wanted): Promise<Found<Wanted>>;
  /** How what is there differs; `null` if it does not. */
  compare(wanted: Wanted, found: Found<Wanted>): Pick<SettingOutcome, 'note' | 'differs'> | null;
  /** It lets somebody write, and waits while nobody may. */
  letsWrite?(wanted: Wanted): boolean;
}

type AtRepository = RepositoryName & Cancellable;
type Found<Wanted> = Wanted & { readonly id: string };

type Lists<Key extends string, Wanted> = { readonly [K in Key]: readonly Wanted[] };

/** Returns the part of a row that is the same for all lists: each is created once, and read back. */
export function listKind<Key extends string, Wanted>(
  key: Key,
  list: ListKind<Wanted>,
): Pick<SettingKind<Lists<Key, Wanted>>, 'sets' | 'costs' | 'applied'> {
  const { schema, idOf } = list;
  const distinct = (all: readonly Wanted[]) => [
    ...new Map(all.map((one) => [idOf(one), one])).values(),
  ];
  const sets: SettingKind<{ readonly list: readonly Wanted[] }>['sets'] = {
    list: { ...listPart(schema), distinct },
  };
  return {
    sets: { [key]: sets.list } as SettingKind<Lists<Key, Wanted>>['sets'],
    // It is read after its items were written.
    costs: ({ [key]: { length } }) => ({
      reads: length === 0 ? 0 : 1,
      writes: length,
      creating: 0,
    }),
    applied: {
      ...list,
      named: (wanted) => wanted[key].map((one) => named(list, one)),
      apply: (context, wanted, nobodyWrites) =>
        applyList(context, list, { wanted: wanted[key], nobodyWrites }),
    },
  };
}

function named<Wanted>({ kind, nameOf }: ListKind<Wanted>, one: Wanted) {
  return { kind, name: nameOf(one) };
}

async function applyList<Wanted>(
  context: ApplyContext,
  list: ListKind<Wanted>,
  { wanted, nobodyWrites }: { wanted: readonly Wanted[]; nobodyWrites: string | null },
): Promise<readonly SettingOutcome[]> {
  const found = context.isNew ? [] : await read(context, list);
  const outcomes: SettingOutcome[] = [];
  for (const one of wanted) {
    const there = found.find(same(list, one)) ?? null;
    const decision = await decide(context, list, { one, there, nobodyWrites });
    outcomes.push(await perform(context, named(list, one), decision));
  }
  if (!outcomes.some(({ state }) => state === 'written')) return outcomes;
  const now = await read(context, list);
  return outcomes.map((outcome, index) => {
    const one = wanted[index];
    if (outcome.state !== 'written' || one === undefined) return outcome;
    const there = now.find(same(list, one));
    if (there === undefined) return outcomeOf(outcome, notShown);
    const difference = list.compare(one, there);
    return difference === null ? outcome : outcomeOf(outcome, { state: 'kept', ...difference });
  });
}

function read<Wanted>(
  { target, targetName, signal }: ApplyContext,
  list: ListKind<Wanted>,
): Promise<readonly Found<Wanted>[]> {
  return list.list(target.settings.repository, { ...targetName, signal });
}

function same<Wanted>({ idOf }: ListKind<Wanted>, one: Wanted) {
  const id = idOf(one);
  return (other: Found<Wanted>) => idOf(other) === id;
}

async function decide<Wanted>(
  context: ApplyContext,
  list: ListKind<Wanted>,
  given: { one: Wanted; there: Found<Wanted> | null; nobodyWrites: string | null },
): Promise<Decision> {
  const { one, there, nobodyWrites } = given;
  const id = `${list.kind} ${list.idOf(one)}`;
  if (there !== null) {
    await adopt(context, { kind: 'planned-setting', id, targetId: there.id });
    const difference = list.compare(one, there);
    return difference === null ? { state: 'equal' } : { state: 'kept', ...difference };
  }
  if (nobodyWrites !== null && list.letsWrite?.(one) === true) {
    return { state: 'waiting', note: `is not created ${nobodyWrites}` };
  }
  const { target, targetName, targetFullName, signal } = context;
  return {
    async write() {
      await createOnce(context, {
        kind: 'planned-setting',
        id,
        place: targetFullName,
        make: () => list.create(target.settings.repository, { ...targetName, signal }, one),
        find: async () => (await read(context, list)).find(same(list, one)) ?? null,
      });
      return undefined;
    },
  };
}
