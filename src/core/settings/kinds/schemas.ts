import * as z from 'zod';
import type { TargetActor } from '../../ports/records/target-settings.ts';
import type { SetPart } from './kind.ts';

/* Parts of schemas that several kinds share. */

export const text = z.string().max(10_000);
export const level = z.enum(['repository', 'project', 'workspace']);
export const whole = z.number().int().nonnegative();

/** Names of a person or a group of the source. */
export const names = {
  id: text,
  name: text,
  account: text.optional(),
  username: text.optional(),
  nickname: text.optional(),
  email: text.optional(),
};

/** Somebody of the source. */
export const actor = z.object({
  kind: z.enum(['user', 'group', 'access-key', 'everyone']),
  ...names,
});

/** Branches of the source. */
export const refs = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('any') }),
  z.object({ kind: z.literal('branch'), name: text }),
  z.object({ kind: z.literal('glob'), pattern: text }),
  z.object({ kind: z.literal('ant'), pattern: text }),
  z.object({
    kind: z.literal('model'),
    branch: text,
    name: text.nullable(),
    default: z.boolean(),
  }),
  z.object({ kind: z.literal('category'), category: text, prefix: text.nullable() }),
]);

/** Somebody on the target, in a plan. */
export const targetActor = z.strictObject({ kind: z.enum(['user', 'team']), name: text.min(1) });

export function teamsAmong(actors: readonly TargetActor[]): readonly string[] {
  return actors.flatMap(({ kind, name }) => (kind === 'team' ? [name] : []));
}

/** A list in a plan: settings add to it. */
export function listPart<T>(
  one: z.ZodType<T>,
  join: (all: readonly T[]) => readonly T[] = (all) => all,
): SetPart<readonly T[]> {
  return { schema: z.array(one), join: (lists) => join(lists.flat()) };
}
