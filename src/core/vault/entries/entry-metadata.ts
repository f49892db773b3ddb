import type { EntryFacts } from './entries.ts';
import type { EntryAddress } from './entry-path.ts';

const owner = 'migrator';
/** The version that we have written empty. */
const emptyVersion = 1;
/** Bytes of one value, as a vault takes them. */
const longest = 512;

/** Returns what an entry says about itself, for people who fill it in, and for us to know our own. Pure. */
export function entryMetadata(
  address: EntryAddress,
  workspace: string,
): Readonly<Record<string, string>> {
  const known = {
    managed_by: owner,
    level: address.level,
    workspace,
    name: address.name,
    ...('repository' in address ? { repository: address.repository } : {}),
    ...('environment' in address ? { environment: address.environment } : {}),
    empty_version: String(emptyVersion),
  };
  return Object.fromEntries(Object.entries(known).map(([key, value]) => [key, cut(value)]));
}

/**
 * Tells whether an entry awaits a value, without its value being read: it was never written, its newest version was
 * deleted, or that is still the one that we have written empty. Pure.
 */
export function awaitsValue({ version, isDeleted, metadata }: EntryFacts): boolean {
  if (version === 0 || isDeleted) return true;
  return metadata.managed_by === owner && metadata.empty_version === String(version);
}

function cut(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= longest) return text;
  // Not in the middle of a character.
  return new TextDecoder().decode(bytes.subarray(0, longest - 3), { stream: true });
}
