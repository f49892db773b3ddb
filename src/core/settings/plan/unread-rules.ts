import type { SourceSettings } from '../../ports/records/source-settings.ts';
import type { MappedSetting } from '../kinds/kinds.ts';
import type { MappingContext, SettingItem } from '../mapping/item.ts';
import { isHigher } from '../target-rules.ts';

const why = 'The branch rules could not be read, so nobody gets write access.';
const offer = 'The branch rules could not be read: people with write access can push everywhere.';

/**
 * Gives writers no more than read access where the rules that bind them could not be read (a token of a repository's
 * administrator does not see the rules of its project). Pure.
 */
export function withoutUnreadRules(
  mapped: readonly MappedSetting[],
  { unread }: Pick<SourceSettings, 'unread'>,
  { accepted }: Pick<MappingContext, 'accepted'>,
): readonly MappedSetting[] {
  if (!unread.some(({ part }) => part === 'rules' || part === 'checks')) return mapped;
  return mapped.map((one) => {
    if (!writes(one)) return one;
    const { item, set } = one;
    return accepted.has(item.id)
      ? { item: { ...item, grade: 'looser', why: offer, looser: null }, set }
      : { item: { ...item, ...closed(one), why, looser: offer }, set: readingOf(one) };
  });
}

function writes({ set: { access = [], keys = [] } }: MappedSetting): boolean {
  const mayWrite = access.some(({ role }) => isHigher(role, 'triage'));
  return mayWrite || keys.some(({ readOnly }) => !readOnly);
}

function closed({ set: { access = [] } }: MappedSetting): Pick<SettingItem, 'grade' | 'target'> {
  const [grant] = access;
  return grant === undefined
    ? { grade: 'none', target: '' }
    : { grade: 'stricter', target: `pull for ${grant.actor.kind} ${grant.actor.name}` };
}

/** A key cannot be changed once it is created: it waits. */
function readingOf({ set: { access } }: MappedSetting): MappedSetting['set'] {
  return access === undefined
    ? { keys: [] }
    : { access: access.map((grant) => ({ ...grant, role: 'pull' })) };
}
