import type { TargetComment } from '../../ports/pull-request-target.ts';
import type { WritingContext } from '../context/pull-requests/pull-request-context.ts';
import { textDigest } from '../recorded/pull-requests/written-record.ts';
import { textLists } from './find-written.ts';

/** Stands for the description among ids of texts. */
export const descriptionId = 'description';

interface CurrentText {
  readonly digest: string;
  /** Somebody else has answered it. */
  readonly isAnswered: boolean;
}

export interface CurrentTexts {
  /** When the first of them was read. */
  readonly at: number;
  /** By id. */
  readonly value: ReadonlyMap<string, CurrentText>;
}

interface ToRead {
  /** On the target. */
  readonly number: number;
  /** `descriptionId`, and ids of texts with their kind. */
  readonly ids: readonly string[];
  /** The description and when it was read, where the caller knows it. */
  readonly description?: { readonly body: string; readonly at: number } | undefined;
}

/** Reads texts of a pull request as they are now, with all others of the same kinds. */
export async function readCurrentTexts(
  context: WritingContext,
  { number, ids, description }: ToRead,
): Promise<CurrentTexts> {
  const { target, signal, targetName, clock } = context.repository;
  const current = new Map<string, CurrentText>();
  const at = description?.at ?? clock.now();
  if (ids.includes(descriptionId)) {
    const found =
      description ?? (await target.pullRequests.find({ ...targetName, number, signal }));
    if (found !== null)
      current.set(descriptionId, { digest: textDigest(found.body), isAnswered: false });
  }
  for (const [prefix, list] of textLists(context, number)) {
    if (!ids.some((id) => id.startsWith(`${prefix}:`))) continue;
    const texts = new Map<string, TargetComment>();
    for await (const page of list()) for (const text of page) texts.set(text.id, text);
    const answered = answeredByOthers(context, texts.values());
    for (const { id, body } of texts.values()) {
      current.set(`${prefix}:${id}`, { digest: textDigest(body), isAnswered: answered.has(id) });
    }
  }
  return { value: current, at };
}

/** Ids of those in whose thread somebody else has written. */
function answeredByOthers(
  { markers }: WritingContext,
  texts: Iterable<TargetComment>,
): ReadonlySet<string> {
  const answered = new Set<string>();
  for (const { rootId, body } of texts) {
    if (rootId !== null && markers.digestOf(body) === null) answered.add(rootId);
  }
  return answered;
}
