import type { Scene } from './action.ts';

/** Stands in everything that people write, and nowhere else: `zq17x` is of the 17th action. */
export function tokenOf({ number }: Pick<Scene, 'number'>): string {
  return `zq${number}x`;
}

const sentences = [
  'Looks right to me.',
  'Please rename this **before** merging.',
  'This fails on Windows:\n\n```sh\nnpm test -- --shard 2\n```',
  'Größe und Übersicht stimmen nicht 🙈',
  '- first\n- second\n  - nested',
  'See `src/index.ts`, line 12.',
  '> quoted\n\nand answered',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'Why not `a < b && c > d`?',
];

/** A text with its token: plain, with a mention, or with references that mean something else on another host. */
export function textOf(scene: Scene): string {
  const { bitbucket, chance } = scene;
  const token = tokenOf(scene);
  const sentence = chance.pick(sentences) ?? '';
  if (chance.is(0.15)) {
    const person = chance.pick(bitbucket.people) ?? bitbucket.user;
    return `${token} @{${person.accountId ?? person.uuid.slice(1, -1)}} ${sentence}`;
  }
  if (chance.is(0.15)) return `${token} closes #1, see also #2 and @nobody. ${sentence}`;
  return `${token} ${sentence}`;
}
