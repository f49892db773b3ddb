import { bitbucketTime } from '../bitbucket/accounts/identities.ts';
import { setHead } from '../git/bare-repository.ts';
import { type Action, outcome } from './action.ts';
import { refsBelow } from './branches.ts';
import { tokenOf } from './texts.ts';

const describe: Action = {
  name: 'edit description of the repository',
  weight: 1,
  async run(scene) {
    const { deed, repository } = scene;
    repository.description = `About everything, ${tokenOf(scene)}`;
    repository.updatedOn = bitbucketTime(deed.on);
    return outcome('edit the description');
  },
};

const changeDefaultBranch: Action = {
  name: 'change default branch',
  weight: 1,
  async run(scene) {
    const { chance, deed, directory, repository } = scene;
    const all = await refsBelow(scene, 'refs/heads');
    const names = all.map(({ ref }) => ref.slice(11));
    const branch = chance.pick(names.filter((name) => name !== repository.mainBranch));
    if (branch === null) return null;
    repository.mainBranch = branch;
    setHead(directory, branch);
    repository.updatedOn = bitbucketTime(deed.on);
    return outcome(`change the default branch to ${branch}`);
  },
};

export const repositoryActions: readonly Action[] = [describe, changeDefaultBranch];
