import { type Created, once } from '../../journal/once.ts';
import type { CreatedKind } from '../../ports/records/migration.ts';
import type { ApplyContext } from './apply-context.ts';

export type OnceContext = Pick<
  ApplyContext,
  | 'writer'
  | 'target'
  | 'enteredAt'
  | 'stopIfDraining'
  | 'clock'
  | 'waitingClock'
  | 'settleMilliseconds'
  | 'reportWait'
  | 'signal'
>;

/**
 * Creates something that has a name of its own on the target, and is not there. Where the answer is lost it is looked for
 * by that name, after the settle time.
 */
export async function createOnce<T extends { readonly id: string; readonly url?: string }>(
  context: OnceContext,
  options: {
    readonly kind: Extract<CreatedKind, 'team' | 'planned-setting'>;
    readonly id: string;
    /** Kept with it. */
    readonly data?: string;
    /** For messages. */
    readonly place: string;
    readonly make: () => Promise<T>;
    readonly find: () => Promise<T | null>;
  },
): Promise<T> {
  const { writer, target } = context;
  if (writer === null) throw new TypeError('nothing is written in this run');
  const { kind, id, place } = options;
  let known = await writer.findObject(kind, id);
  // Somebody has deleted it since.
  if (known !== null && known.targetId !== null) {
    await writer.forgetObjects(kind, [id]);
    known = null;
  }
  let created: T | null = null;
  const keep = (made: T | null): Created | null => {
    created = made ?? created;
    return made === null ? null : { targetId: made.id, targetUrl: made.url ?? '' };
  };
  await once(
    { ...context, records: writer, target },
    {
      kind,
      id,
      known: known ?? undefined,
      failure: `Settings of ${place} could not be written`,
      ...(options.data === undefined ? {} : { data: options.data }),
      send: async () => keep(await options.make()),
      find: async () => keep(await options.find()),
    },
  );
  if (created === null) throw new TypeError('nothing was created');
  return created;
}

/** Records what an earlier run created, and whose answer it lost. */
export async function adopt(
  { writer }: Pick<ApplyContext, 'writer'>,
  options: { kind: 'team' | 'planned-setting'; id: string; targetId: string },
): Promise<void> {
  const { kind, id, targetId } = options;
  const known = (await writer?.findObject(kind, id)) ?? null;
  if (writer === null || known === null || known.targetId !== null) return;
  await writer.recordResult(kind, id, { targetId, targetUrl: '' });
}
