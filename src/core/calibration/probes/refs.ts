import { count } from '../../kernel/format/format.ts';
import {
  asExpected,
  blocked,
  notProbed,
  other,
  type Probe,
  patience,
  pullUses,
  untilSeen,
} from './probe.ts';
import { branchOf } from './pulls.ts';

/** Pushes the branches that the pull requests are opened between. */
export const refsListed: Probe = {
  name: 'refs-listed',
  expected: 'A pushed branch is listed before migrator checks for it',
  otherwise: 'a run waits longer before it compares refs',
  async run(place) {
    const { commits } = place;
    const wanted = new Map([['refs/heads/main', commits.root]]);
    for (const use of pullUses) {
      const base = branchOf(use, 'base');
      wanted.set(base, commits.root);
      wanted.set(branchOf(use, 'head'), commits[use]);
    }
    const pushed = await place.push([...wanted].map(([ref, to]) => ({ ref, to, expected: null })));
    const refused = pushed.filter(({ status }) => status === 'refused');
    if (refused.length > 0)
      return blocked(
        `${count(refused.length, 'branch', 'branches')} refused: ${refused[0]?.failure?.message ?? ''}`,
        'branches',
      );
    const took = await untilSeen(place, async () => {
      const listed = await place.listRefs();
      return [...wanted].every(([ref, to]) => listed.get(ref) === to);
    });
    place.delays.push(took ?? patience);
    if (took === null) return other('not all of them were listed after half a minute');
    return asExpected(`${count(wanted.size, 'branch', 'branches')} listed after ${took} ms`);
  },
};

const oddNames = [
  'probe/ünïcode',
  'probe/with#hash',
  'probe/100%',
  "probe/it's",
  'probe/-dash',
  'probe/a,b;c',
  `probe/${'n'.repeat(200)}`,
];

export const refNames: Probe = {
  name: 'ref-names',
  expected: 'Names that Git allows are accepted, up to 255 bytes',
  otherwise: 'migrate lists each refused ref, with the reason',
  async run({ push, commits }) {
    const pushed = await push(
      oddNames.map((name) => ({ ref: `refs/tags/${name}`, to: commits.root, expected: null })),
    );
    const refused = pushed.filter(({ status }) => status === 'refused').map(({ ref }) => ref);
    return refused.length === 0
      ? asExpected('all were accepted')
      : other(`refused: ${refused.join(', ')}`);
  },
};

const manyRefs = 500;

export const refsAPush: Probe = {
  name: 'refs-a-push',
  expected: `One push can update ${manyRefs} refs`,
  otherwise: 'pushes carry fewer refs, and a refused push is split',
  async run(place) {
    const few = (refs: number) => other(`${refs} at most`, { refsPerPush: refs });
    if (place.refsPerPush !== null) return few(place.refsPerPush);
    const refs = Array.from({ length: manyRefs }, (_, index) => `refs/tags/probe-${index}`);
    // Dividing it would take minutes where a host limits pushes.
    const divided = new Error('divided');
    try {
      const pushed = await place.push(
        refs.map((ref) => ({ ref, to: place.commits.root, expected: null })),
        () => {
          throw divided;
        },
      );
      const refused = pushed.filter(({ status }) => status === 'refused').length;
      return refused === 0 ? asExpected('all were accepted') : other(`${refused} were refused`);
    } catch (error) {
      if (error !== divided || place.refsPerPush === null) throw error;
      return few(place.refsPerPush);
    }
  },
};

/** Why two things are never tried. */
export const pushProtection: Probe = {
  name: 'push-protection',
  expected: 'A push with a known secret is refused',
  otherwise: 'the push goes through, and nothing is lost',
  run: async () => notProbed('a secret in a push may alert security managers'),
};

export const notifications: Probe = {
  name: 'notifications',
  expected: 'No migrated text notifies anyone or closes anything',
  otherwise: 'every mention and reference is neutralized before it is sent',
  run: async () => notProbed('notifications are visible only to the people who get them'),
};
