import type { ChangePlace } from '../bitbucket/changes/place.ts';
import { judgeByRestrictions } from '../bitbucket/enforcement/judge.ts';
import { mergeFacts, questionOf } from '../bitbucket/enforcement/question.ts';
import type { BitbucketHost } from '../bitbucket/host.ts';
import { permissionOf } from '../bitbucket/settings/access.ts';
import { judgeByRestrictions as judgeOfDataCenter } from '../bitbucket-data-center/enforcement/judge.ts';
import {
  mergeFacts as mergeFactsOfDataCenter,
  questionOf as questionOfDataCenter,
} from '../bitbucket-data-center/enforcement/question.ts';
import type { DataCenterInstance } from '../bitbucket-data-center/instance.ts';
import { permissionOf as permissionOfDataCenter } from '../bitbucket-data-center/settings/place.ts';
import type { GitTools } from '../git/git-tools.ts';

/** Bitbucket Cloud, with the judges that its REST interface and its hook ask. */
export function placeOnCloud(bitbucket: BitbucketHost, tools: GitTools): ChangePlace {
  return {
    bitbucket,
    tools,
    product: 'cloud',
    async judge(repository, by, action, pull) {
      const facts =
        pull === undefined ? null : await mergeFacts({ host: bitbucket, repository, tools }, pull);
      return judgeByRestrictions(questionOf(bitbucket, repository, by), action, facts);
    },
    isArchived: () => false,
    mayWrite(repository, by) {
      const permission = permissionOf(bitbucket, by, repository);
      return permission === 'write' || permission === 'admin';
    },
  };
}

export function placeOnDataCenter(instance: DataCenterInstance): ChangePlace {
  const { bitbucket, rules, tools } = instance;
  return {
    bitbucket,
    tools,
    product: 'data-center',
    async judge(repository, by, action, pull) {
      const facts = pull === undefined ? null : mergeFactsOfDataCenter(instance, repository, pull);
      return judgeOfDataCenter(questionOfDataCenter(instance, repository, by), action, facts);
    },
    isArchived: ({ slug }) => rules.archived.has(slug),
    mayWrite(repository, by) {
      const permission = permissionOfDataCenter(instance, by, repository);
      return permission === 'WRITE' || permission === 'ADMIN';
    },
  };
}
