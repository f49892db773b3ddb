import { hasCode } from '../../../kernel/errors.ts';
import type { WritingContext } from '../pull-request-context.ts';
import { createdIds, textLists } from '../write/find-written.ts';
import { readWritten, textDigest, toWrittenRecord } from '../write/written-record.ts';
import type { LeftReason, LeftText, Rewriting, TextToRewrite } from './texts-to-rewrite.ts';

interface RewriteTexts {
  readonly context: WritingContext;
  /** On the target. */
  readonly number: number;
  readonly rewriting: Rewriting;
  /** Notes which description is about to be sent, and then that it has arrived. */
  readonly noteDescription: (digests: Noted) => Promise<void>;
}

interface Noted {
  /** What the target has, as far as it is known. */
  readonly digest: string;
  /** What is about to be sent in its place. */
  readonly rewriting?: string;
}

/**
 * Edits texts that are on the target as we wrote them, and leaves alone what anybody else has edited. Noted before and after
 * each edit, so that a run that was broken off knows its own texts again.
 * @returns how many were edited now, and what was left
 */
export async function rewriteTexts(
  options: RewriteTexts,
): Promise<{ readonly edited: number; readonly left: readonly LeftText[] }> {
  const { rewriting } = options;
  if (rewriting.texts.length === 0) return { edited: 0, left: rewriting.left };
  const current = await readCurrent(options);
  const left: LeftText[] = [...rewriting.left];
  let edited = 0;
  for (const group of Map.groupBy(rewriting.texts, ({ group }) => group).values()) {
    const why = group.map((text) => whySkipped(text, current)).find((reason) => reason !== null);
    for (const text of group) {
      const reason = why ?? (await rewrite(options, text, current));
      if (reason === 'edited-now') edited += 1;
      else if (reason !== null)
        left.push({ what: text.row === null ? 'description' : 'text', why: reason });
    }
  }
  return { edited, left };
}

const descriptionId = 'description';

function idOf({ row }: TextToRewrite): string {
  return row?.targetId ?? descriptionId;
}

function whySkipped(text: TextToRewrite, current: ReadonlyMap<string, string>): LeftReason | null {
  const digest = current.get(idOf(text));
  if (digest === undefined) return 'deleted';
  if (digest === text.digest || text.known.includes(digest)) return null;
  return text.known.length === 0 ? 'not-noted' : 'edited';
}

/** Digests of the texts of these kinds as they are now, by id. */
async function readCurrent({
  context,
  number,
  rewriting,
}: RewriteTexts): Promise<ReadonlyMap<string, string>> {
  const { target, signal, targetName } = context.repository;
  const ids = rewriting.texts.map(idOf);
  const current = new Map<string, string>();
  if (ids.includes(descriptionId)) {
    const found = await target.pullRequests.find({ ...targetName, number, signal });
    if (found !== null) current.set(descriptionId, textDigest(found.body));
  }
  for (const [prefix, list] of textLists(context, number)) {
    if (!ids.some((id) => id.startsWith(`${prefix}:`))) continue;
    for await (const page of list()) {
      for (const { id, body } of page) current.set(`${prefix}:${id}`, textDigest(body));
    }
  }
  return current;
}

async function rewrite(
  options: RewriteTexts,
  text: TextToRewrite,
  current: ReadonlyMap<string, string>,
): Promise<'edited-now' | LeftReason | null> {
  const { context } = options;
  const { digest } = text;
  const before = current.get(idOf(text)) ?? digest;
  if (before === digest) {
    await note(options, text, { digest });
    return null;
  }
  context.stopIfDraining();
  await note(options, text, { digest: before, rewriting: digest });
  try {
    await send(options, text);
  } catch (error) {
    if (hasCode(error, 'not-found')) return 'deleted';
    if (hasCode(error, 'refused')) return 'refused';
    throw error;
  }
  await note(options, text, { digest });
  return 'edited-now';
}

async function send({ context, number }: RewriteTexts, text: TextToRewrite): Promise<void> {
  const { target, signal, targetName } = context.repository;
  const name = { ...targetName, number, signal };
  const { body } = text;
  if (text.row === null) {
    await target.pullRequests.update({ ...name, body });
    return;
  }
  const made = createdIds.parse(text.row.targetId ?? '');
  if (made === null) throw new TypeError('what was written has no kind');
  await target.audit.updateText({ ...name, ...made, body });
}

async function note(
  { context, noteDescription }: RewriteTexts,
  { row }: TextToRewrite,
  noted: Noted,
): Promise<void> {
  if (row === null) return noteDescription(noted);
  const { records } = context.repository;
  const place = readWritten(row)?.place ?? null;
  const data = toWrittenRecord({ ...noted, place });
  await records.saveObjectData('comment', row.sourceId, data);
}
