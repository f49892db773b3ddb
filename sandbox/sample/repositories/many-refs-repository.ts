import { History, type Mark } from '../history/history.ts';
import { projects, type SampleRepository } from '../sample-repository.ts';

const branches = 1400;
const tags = 600;

/** 2,000 refs: a branch for each experiment, a tag for each nightly build. */
export const manyRefsRepository: SampleRepository = {
  facts: {
    slug: 'storefront-experiments',
    name: 'storefront-experiments',
    description: 'Every experiment of the storefront is a branch of its own.',
    project: projects.shop,
    language: 'javascript',
    createdOn: new Date('2020-06-15T07:30:00.250Z'),
    updatedOn: new Date('2026-11-02T11:08:45.001Z'),
  },
  history() {
    const history = new History({ start: '2020-06-15T07:00:00Z', stepMinutes: 1440 });
    const commits: Mark[] = [];
    for (let day = 0; day < 200; day += 1) {
      const message = `Nightly configuration ${day}`;
      const changes = { 'config.json': `{ "day": ${day}, "variants": ["a", "b"] }\n` };
      commits.push(history.commit({ branch: 'main', message, changes }));
    }
    // `main` itself is one of the branches.
    for (let index = 1; index < branches; index += 1) {
      history.ref(`experiment/${String(index).padStart(4, '0')}`, at(commits, index));
    }
    for (let index = 0; index < tags; index += 1) {
      history.ref(`refs/tags/nightly/${String(index).padStart(4, '0')}`, at(commits, index));
    }
    return history;
  },
};

function at(commits: readonly Mark[], index: number): Mark {
  return commits[(index * 7) % commits.length] ?? 1;
}
