import { filmOid } from '../repositories/migrated.ts';
import { type Damage, missing, targetOf } from './damage.ts';

/** Branches, tags and what they lead to. */
export const damagesToRefs: readonly Damage[] = [
  {
    name: 'a branch is deleted',
    touches: ['spare'],
    defects: [['branch', /^spare$/, missing]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/heads/spare');
      return () => migrated.push('spare:refs/heads/spare');
    },
  },
  {
    name: 'the branch of an open pull request is deleted',
    touches: ['#4'],
    defects: [
      ['branch', /^topic$/, missing],
      ['pull-request', /^#4$/, /^is closed; it was open$/],
    ],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/heads/topic');
      return async () => {
        await migrated.push('topic:refs/heads/topic');
        await migrated.ask('PATCH', '/pulls/4', { state: 'open' });
      };
    },
  },
  {
    name: 'a branch is moved',
    touches: ['spare'],
    defects: [['branch', /^spare$/, /^points to \w{10}; migrated as \w{10}$/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.push('main:refs/heads/spare');
      return () => migrated.push('+spare:refs/heads/spare');
    },
  },
  {
    name: 'a tag is deleted',
    touches: ['v2'],
    defects: [['tag', /^v2$/, missing]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/tags/v2');
      return () => migrated.push('refs/tags/v2');
    },
  },
  {
    name: 'a tag is moved',
    touches: ['v1'],
    defects: [['tag', /^v1$/, /^points to /]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.push('+spare:refs/tags/v1');
      return () => migrated.push('+refs/tags/v1');
    },
  },
  {
    name: 'what was brought is there under another name as well',
    touches: ['new-idea'],
    defects: [['branch', /^new-idea$/, /^was not migrated under this name; it points to/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.push('main:refs/heads/new-idea');
      return () => migrated.push(':refs/heads/new-idea');
    },
  },
  {
    name: 'an LFS object is lost',
    touches: ['film'],
    defects: [['lfs-object', new RegExp(`^${filmOid}$`), missing]],
    canBeMended: true,
    async apply(migrated) {
      await targetOf(migrated).lfs.remove(filmOid);
      return () => targetOf(migrated).lfs.add(filmOid, Buffer.from('a film'));
    },
  },
  {
    name: 'a branch that keeps the commits of a fork is deleted',
    touches: ['#5'],
    defects: [
      ['added-branch', /^migrator\/pr-5$/, missing],
      ['pull-request', /^#5$/, /^is closed; it was open$/],
    ],
    canBeMended: true,
    async apply(migrated) {
      await migrated.push(':refs/heads/migrator/pr-5');
      return async () => {
        await migrated.push('forked:refs/heads/migrator/pr-5');
        await migrated.ask('PATCH', '/pulls/5', { state: 'open' });
      };
    },
  },
];
