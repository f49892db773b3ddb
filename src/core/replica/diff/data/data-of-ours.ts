import type { MigratedSettings } from '../../recorded/migrated-baseline.ts';

/** Tells whether nobody else has set a text: neither side reports one, none was set, or it is the one we set. Pure. */
export function isOurs(
  there: string | null,
  set: string | null,
  sent: string | null = null,
): boolean {
  return there === null || set === null || there === set || isSent(there, sent);
}

/** Tells whether the default branch is the one we set. Pure. */
export function isBranchOurs(there: string | null, settings: MigratedSettings): boolean {
  return isOurs(there, settings.defaultBranch) || there === settings.intended?.defaultBranch;
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
