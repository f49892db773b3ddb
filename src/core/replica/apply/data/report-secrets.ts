import { defineDocument } from '../../../journal/document.ts';
import { toMigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { SecretSource } from '../../../ports/secret-source.ts';
import type { SyncContext } from '../../context/sync-context.ts';

type Telling = Pick<SyncContext, 'source' | 'sourceName' | 'records' | 'report' | 'signal'>;

const secretNames = defineDocument('sync', 'secrets', {
  parse: (found) => (Array.isArray(found) ? found.map(String) : null),
});

/**
 * Reports which pipeline variables the source has gained or lost since they were last read, by name. Two requests, and
 * one for each deployment environment; values are never asked for. Lists that cannot be read are reported, and the sync continues.
 */
export async function reportSecrets(context: Telling): Promise<void> {
  const { source, records, report } = context;
  if (source.secrets === null) return;
  const note = (subject: string, reason: string) =>
    report.left.push({ kind: 'note', subject, reason });
  const now = await namesNow(context, source.secrets).catch((thrown: unknown) => {
    const error = toMigratorError(thrown);
    if (error.code !== 'permission') throw error;
    note('secrets', error.message);
    return null;
  });
  if (now === null) return;
  const before = await secretNames.read(records);
  if (before === null) {
    const recorded = `${count(now.length, 'name')} recorded for the first time`;
    if (now.length > 0) note('secrets', `${recorded}; the next sync reports changes`);
  } else {
    for (const name of now.filter((one) => !before.includes(one)))
      note(`secret ${name}`, 'new on Bitbucket; add it to the manifest');
    for (const name of before.filter((one) => !now.includes(one)))
      note(`secret ${name}`, 'deleted on Bitbucket; GitHub keeps it');
  }
  if (before !== null && before.join('\n') === now.join('\n')) return;
  await secretNames.save(records, now);
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
