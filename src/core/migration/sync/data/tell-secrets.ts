import { toMigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { SecretSource } from '../../../ports/secret-source.ts';
import type { SyncContext } from '../sync-context.ts';

type Telling = Pick<SyncContext, 'source' | 'sourceName' | 'records' | 'report' | 'signal'>;

const rowId = 'secrets';

/**
 * Tells which pipeline variables a repository has got or lost since they were looked at last, by their names. Two requests, and
 * one for each deployment environment; values are never asked for. What cannot be read is reported; the sync goes on.
 */
export async function tellSecrets(context: Telling): Promise<void> {
  const { source, records, report } = context;
  if (source.secrets === null) return;
  const tell = (subject: string, reason: string) =>
    report.left.push({ kind: 'note', subject, reason });
  const now = await namesNow(context, source.secrets).catch((thrown: unknown) => {
    const error = toMigratorError(thrown);
    if (error.code !== 'permission') throw error;
    tell('secrets', error.message);
    return null;
  });
  if (now === null) return;
  const row = await records.findObject('sync', rowId);
  const before = namesIn(row?.data ?? null);
  if (before === null) {
    if (now.length > 0) tell('secrets', `${count(now.length, 'name')} from now on compared`);
  } else {
    for (const name of now.filter((one) => !before.includes(one)))
      tell(`secret ${name}`, 'new on the source; add it to the manifest');
    for (const name of before.filter((one) => !now.includes(one)))
      tell(`secret ${name}`, 'deleted on the source; the target keeps it');
  }
  if (before !== null && before.join('\n') === now.join('\n')) return;
  if (row === null) await records.recordIntent('sync', rowId);
  const data = JSON.stringify(now);
  await records.recordResult('sync', rowId, { targetId: rowId, targetUrl: '', data });
}

/** `NAME`, or `environment/NAME`; sorted. */
async function namesNow(
  { sourceName, signal }: Telling,
  secrets: SecretSource,
): Promise<readonly string[]> {
  const own = await secrets.repository({ ...sourceName, signal });
  const names = own.map(({ name }) => name);
  for (const environment of await secrets.environments({ ...sourceName, signal })) {
    const deployed = await secrets.deployment({ ...sourceName, environment, signal });
    names.push(...deployed.map(({ name }) => `${environment.name}/${name}`));
  }
  return [...new Set(names)].sort();
}

/** `null` where they were never looked at, or the row cannot be read. */
function namesIn(data: string | null): readonly string[] | null {
  try {
    const found: unknown = JSON.parse(data ?? 'null');
    return Array.isArray(found) ? found.map(String) : null;
  } catch {
    return null;
  }
}
