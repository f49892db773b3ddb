import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import {
  type PullRequestRecord,
  readOpened,
  readRecord,
  toOpenedText,
  toRecordText,
} from './pull-request-record.ts';

/** Keeps the record of one pull request while that is changed. */
export interface KeptRecord {
  /** Returns the record as it was saved last; `null`: it has none, because nobody has finished it yet. */
  current(): PullRequestRecord | null;
  /** Returns digests that its description may have on the target; empty where none was noted. */
  descriptions(): readonly string[];
  /** Saves at once. Of one that has no record only its texts are kept. */
  save(change: Partial<PullRequestRecord>): Promise<void>;
}

export function keepRecord(
  { records }: { readonly records: Pick<RepositoryRecords, 'saveObjectData'> },
  object: CreatedObject,
): KeptRecord {
  const saveText = (text: string) => records.saveObjectData('pull-request', object.sourceId, text);
  let record = readRecord(object);
  let opened = { title: '', opened: '', rewriting: '', ...readOpened(object) };
  return {
    current: () => record,
    descriptions() {
      const { body, rewriting } = record ?? { ...opened, body: opened.opened };
      return [body, rewriting].filter((digest) => digest !== '');
    },
    async save(change) {
      if (record !== null) {
        record = { ...record, ...change };
        return saveText(toRecordText(record));
      }
      const { body = opened.opened, rewriting = opened.rewriting } = change;
      opened = { ...opened, opened: body, rewriting };
      return saveText(toOpenedText(opened));
    },
  };
}

/** Returns the record of one that a repair has found changed; `null`: it is not repaired. */
export function recordToRepair(object: CreatedObject | undefined): PullRequestRecord | null {
  const record = object === undefined ? null : readRecord(object);
  return record?.mend == null ? null : record;
}
