import { git } from '../repositories/git-fixture.ts';
import { type Damage, pullOf, targetOf } from './damage.ts';

/** Pull requests without their conversations. */
export const damagesToPullRequests: readonly Damage[] = [
  {
    name: 'an open pull request is closed',
    touches: ['#4'],
    defects: [['pull-request', /^#4$/, /^is closed; it was open$/]],
    canBeMended: true,
    async apply(migrated) {
      await migrated.ask('PATCH', '/pulls/4', { state: 'closed' });
      return () => migrated.ask('PATCH', '/pulls/4', { state: 'open' });
    },
  },
  {
    name: 'a declined pull request is opened again',
    touches: ['#3'],
    defects: [['pull-request', /^#3$/, /^is open; it was closed$/]],
    canBeMended: true,
    async apply(migrated) {
      // Its branch is pushed again for that, and goes with it.
      await migrated.push('declined:refs/heads/migrator/pr-3/head');
      await migrated.ask('PATCH', '/pulls/3', { state: 'open' });
      pullOf(migrated, 3).state = 'open';
      const { directory } = targetOf(migrated);
      git(directory, 'update-ref', '-d', 'refs/heads/migrator/pr-3/head');
      return () => migrated.ask('PATCH', '/pulls/3', { state: 'closed' });
    },
  },
  {
    name: 'a title is changed',
    touches: ['#2'],
    defects: [['pull-request', /^#2$/, /^has the title “Something else”; it was “.+”$/]],
    canBeMended: true,
    async apply(migrated) {
      const { title } = pullOf(migrated, 2);
      await migrated.ask('PATCH', '/pulls/2', { title: 'Something else' });
      return () => migrated.ask('PATCH', '/pulls/2', { title });
    },
  },
  {
    name: 'a description is changed',
    touches: ['#2'],
    defects: [['pull-request', /^#2$/, /^has a different description$/]],
    canBeMended: true,
    async apply(migrated) {
      const { body } = pullOf(migrated, 2);
      await migrated.ask('PATCH', '/pulls/2', { body: `Not so. ${body}` });
      return () => migrated.ask('PATCH', '/pulls/2', { body });
    },
  },
  {
    name: 'a marker is taken out of a description',
    touches: ['#6'],
    defects: [['pull-request', /^#6$/, /without migrator's marker/]],
    canBeMended: true,
    async apply(migrated) {
      const { body } = pullOf(migrated, 6);
      const without = (body ?? '').replace(/<!-- migrator:.*-->/, '');
      await migrated.ask('PATCH', '/pulls/6', { body: without });
      return () => migrated.ask('PATCH', '/pulls/6', { body });
    },
  },
  {
    name: 'the base of an open pull request is changed',
    touches: ['#5', 'spare'],
    defects: [['pull-request', /^#5$/, /^targets spare; it targeted main$/]],
    canBeMended: false,
    async apply(migrated) {
      await migrated.ask('PATCH', '/pulls/5', { base: 'spare' });
      return () => migrated.ask('PATCH', '/pulls/5', { base: 'main' });
    },
  },
  {
    name: 'a pull request is made a draft',
    touches: ['#5'],
    defects: [['pull-request', /^#5$/, /^is a draft; it was opened as ready for review$/]],
    canBeMended: false,
    async apply(migrated) {
      // No request of the REST interface does this.
      const pull = pullOf(migrated, 5);
      pull.draft = true;
      return () => {
        pull.draft = false;
      };
    },
  },
  {
    name: 'an open pull request is merged',
    touches: ['#4'],
    defects: [
      ['branch', /^main$/, /^points to /],
      ['pull-request', /^#4$/, /^is merged; it was open$/],
    ],
    canBeMended: false,
    async apply(migrated) {
      const pull = pullOf(migrated, 4);
      // The host marks it as merged by itself, once the push is done.
      const before = { ...pull };
      await migrated.push('topic:refs/heads/main');
      Object.assign(pull, { merged: true, mergedAt: pull.createdAt, state: 'closed' });
      return async () => {
        await migrated.push('+main:refs/heads/main');
        Object.assign(pull, before);
      };
    },
  },
  {
    name: "a pull request is removed by the host's staff",
    touches: ['#6'],
    defects: [['pull-request', /^#6$/, /^no longer exists$/]],
    canBeMended: false,
    async apply(migrated) {
      const { tracker } = targetOf(migrated);
      const pull = pullOf(migrated, 6);
      tracker.remove(6);
      return () => tracker.add(pull);
    },
  },
];
