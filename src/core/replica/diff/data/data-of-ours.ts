import type { MigratedSettings } from '../../recorded/migrated-baseline.ts';

/** Tells whether nobody else has set a text: the target has none, or it is the one we set. Pure. */
export function isOurs(
  there: string | null,
  set: string | null,
  sent: string | null = null,
): boolean {
  return there === null || there === '' || there === set || isSent(there, sent);
}

/** Tells whether the description is the one we set. Pure. */
export function isDescriptionOurs(there: string | null, settings: MigratedSettings): boolean {
  const { description, intended, source } = settings;
  if (isOurs(there, description, intended?.description)) return true;
  return description === null && isUnknown(there, source, source?.description ?? null);
}

/** Tells whether the default branch is the one we set, or the host's own choice. Pure. */
export function isBranchOurs(there: string | null, settings: MigratedSettings): boolean {
  const { defaultBranch, intended, source } = settings;
  if (isOurs(there, defaultBranch) || there === intended?.defaultBranch) return true;
  return defaultBranch === null && isUnknown(there, source, source?.defaultBranch ?? null);
}

/**
 * Tells whether a value may be replaced although none of ours is recorded: the source had the same value, or had none,
 * or an earlier version did not record it. Any other value was set by people.
 */
function isUnknown(
  there: string | null,
  source: MigratedSettings['source'],
  before: string | null,
): boolean {
  return source === null || before === null || there === before;
}

/** Tells whether the topics are those we set, in whatever order. Pure. */
export function areTopicsOurs(
  there: readonly string[] | null,
  settings: MigratedSettings,
): boolean {
  const sorted = (topics: readonly string[]) => [...topics].sort().join(' ');
  const { topics, intended } = settings;
  const sent = intended?.topics === undefined ? null : sorted(intended.topics);
  return isOurs(there && sorted(there), sorted(topics ?? []), sent);
}

/** Tells whether this is what a sync has sent whose end is not known: hosts shorten texts, and change signs that they do not take. Pure. */
function isSent(there: string, sent: string | null): boolean {
  if (sent === null) return false;
  const [found, wanted] = [there, sent].map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  return (
    found === wanted ||
    (found !== undefined && found.length > 300 && wanted?.startsWith(found) === true)
  );
}
