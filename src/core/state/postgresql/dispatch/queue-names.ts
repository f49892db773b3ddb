import { createHash } from 'node:crypto';
import type { DispatchSelection } from '../../../ports/state/dispatcher.ts';

/** pg-boss's schema. A bare name: it stands in statements as it is. */
export const queueSchema = 'migrator_queue';

/** The content of a queue: repositories by migration and wave, or timers by migration. */
export type QueueKind = 'repository' | 'timer';

/**
 * A name of parts, since a queue can be asked for by its name alone. pg-boss takes letters, digits and `_-./`.
 * @param options.filler the only process that queues into it
 */
export function queueName(
  kind: QueueKind,
  migration: string,
  { wave = null, filler }: { readonly wave?: string | null; readonly filler?: string } = {},
): string {
  const name = `${kind}/${part(migration)}/${wave === null ? '.' : part(wave)}`;
  return filler === undefined ? name : `${name}/${part(filler)}`;
}

/** Tells whether a queue of this name holds what is selected. Pure. */
export function fits(
  name: string,
  kind: QueueKind,
  { migrations, waves }: DispatchSelection,
): boolean {
  const [ownKind, migration = '', wave = ''] = name.split('/');
  const isOneOf = (all: readonly string[] | null | undefined, one: string) =>
    all == null || all.some((each) => part(each) === one);
  return ownKind === kind && isOneOf(migrations, migration) && isOneOf(waves, wave);
}

/** Plain names as they are, all others as a digest, which begins with a character that plain ones lack. */
function part(text: string): string {
  if (/^[\w-]{1,60}$/.test(text)) return text;
  return `.${createHash('sha256').update(storable(text)).digest('hex').slice(0, 32)}`;
}

/** PostgreSQL's JSON holds neither U+0000 nor half a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
