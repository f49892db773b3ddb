import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../context/pull-request-context.ts';
import type { CreatedAs } from '../model/prepared-pull-request.ts';
import {
  readOpened,
  readRecord,
  toOpenedText,
  toRecordText,
} from '../records/pull-request-record.ts';
import { textDigest } from '../records/written-record.ts';
import { rewriteTexts } from '../texts/rewrite-texts.ts';
import { textsToRewrite } from '../texts/texts-to-rewrite.ts';
import type { NamesOfOne } from './rewrite-names.ts';

export interface RenamedUnfinished {
  readonly names: NamesOfOne;
  /** Digest of the description that the target has; empty where that is not known. */
  readonly description: string;
}

/**
 * A pull request that an earlier run has begun under another user map: what that run wrote into it names people as the map
 * does now. `null` where there was no other map, or no earlier run.
 */
export async function renameUnfinished(
  context: PullRequestContext,
  { prepared, number, isNew }: CreatedAs,
  object: CreatedObject | undefined,
): Promise<RenamedUnfinished | null> {
  const { settings, records } = context.repository;
  if (isNew || object === undefined || prepared.pullRequest === null) return null;
  if (settings.user_map_version === 0) return null;
  const { sourceId } = object;
  const record = readRecord(object);
  const opened = readOpened(object);
  const noted = [record?.body ?? opened?.opened, record?.rewriting ?? opened?.rewriting].filter(
    (digest) => digest !== undefined && digest !== '',
  ) as string[];
  const rows = await records.listObjects('comment', `${prepared.number}/`);
  const rewriting = textsToRewrite({ writes: prepared.writes, description: noted, rows });
  let description = noted[0] ?? '';
  const { edited, left } = await rewriteTexts({
    context,
    number,
    rewriting,
    async noteDescription({ digest, rewriting: sent = '' }) {
      description = digest;
      const data =
        record === null
          ? toOpenedText({ title: '', ...opened, opened: digest, rewriting: sent })
          : toRecordText({ ...record, body: digest, rewriting: sent });
      await records.saveObjectData('pull-request', sourceId, data);
    },
  });
  return { names: { number: prepared.number, isChanged: edited > 0, left }, description };
}

/** Digest of the description that the target has: one that an earlier run has made may say something else. */
export function descriptionOf(
  { prepared, isNew }: CreatedAs,
  { before, renamed }: { before: CreatedObject | undefined; renamed: RenamedUnfinished | null },
): string {
  if (renamed !== null) return renamed.description;
  const opened = isNew || before === undefined ? null : readOpened(before);
  return opened?.opened ?? textDigest(prepared.writes.body);
}
