import { count } from '../../kernel/format/format.ts';
import type { RepositoryContext, StepOutcome } from '../migration-context.ts';
import type { NamesOfOne } from './names/rewrite-names.ts';
import { countNames, leftWarnings } from './names/tell-of-names.ts';
import { readRecord } from './write/pull-request-record.ts';

/** What the step comes to, from what the state holds; warns of what stayed on the source. */
export async function summarizePullRequests(
  context: RepositoryContext,
  total: number,
  /** Those that another user map had gone through. */
  names: readonly NamesOfOne[],
): Promise<StepOutcome> {
  const { store, migration, planned } = context;
  const objects = await store.listObjects(migration, planned.source, 'pull-request');
  const records = objects.flatMap((object) => readRecord(object) ?? []);
  const own = records.filter(({ state }) => state !== null);
  const changed = own.filter(({ changes }) => changes.length > 0).length;
  const comments = own.reduce((sum, record) => sum + record.comments, 0);
  const images = own.reduce((sum, record) => sum + record.leftImages.length, 0);
  const placeholders = records.length - own.length;
  if (images > 0) {
    context.warn(
      `${count(images, 'image')} in pull requests could not be brought over: links lead to the source`,
    );
  }
  const parts = [count(total, 'pull request'), count(comments, 'comment')];
  if (changed > 0) parts.push(`${changed} changed`);
  if (placeholders > 0) parts.push(count(placeholders, 'placeholder'));
  const renamed = names.length === 0 ? null : countNames(names);
  if (renamed !== null) {
    parts.push(`names rewritten in ${renamed.renamed}`);
    if (renamed.leftUnchanged > 0) parts.push(`${renamed.leftUnchanged} left with old names`);
    for (const warning of leftWarnings(names)) context.warn(warning);
  }
  return {
    status: 'done',
    summary: parts.join(', '),
    pullRequests: { total, changed, comments, images, placeholders, ...renamed },
  };
}
