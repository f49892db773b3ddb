import { type Damage, targetOf } from './damage.ts';

/** The repository itself. */
export const damagesToSettings: readonly Damage[] = [
  {
    name: 'another branch is made the default one',
    touches: ['spare'],
    defects: [['setting', /^default branch$/, /^is spare; it was set to main$/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.ask('PATCH', '', { default_branch: 'spare' });
      return () => migrated.ask('PATCH', '', { default_branch: 'main' });
    },
  },
  {
    name: 'the description of the repository is changed',
    touches: ['description'],
    defects: [['setting', /^description$/, /^is “.*”; it was set to “.*”$/]],
    canBeMended: false,
    async apply(migrated) {
      const { description } = targetOf(migrated);
      await migrated.ask('PATCH', '', { description: 'Something else' });
      return () => migrated.ask('PATCH', '', { description });
    },
  },
  {
    name: 'the repository is made public',
    touches: ['visibility'],
    defects: [['setting', /^visibility$/, /^is public; it was set to private$/]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.ask('PATCH', '', { visibility: 'public' });
      return () => migrated.ask('PATCH', '', { visibility: 'private' });
    },
  },
  {
    name: 'the repository is archived',
    touches: null,
    defects: [['setting', /^archived$/, /^is yes; it was set to no$/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.ask('PATCH', '', { archived: true });
      return () => migrated.ask('PATCH', '', { archived: false });
    },
  },
  {
    name: 'the repository is renamed',
    touches: null,
    defects: [['repository', /^acme\/web$/, /^was renamed$/]],
    canBeMended: false,
    async apply(migrated) {
      const repository = targetOf(migrated);
      await migrated.ask('PATCH', '', { name: 'web-old' });
      return () => {
        repository.name = 'web';
      };
    },
  },
];
