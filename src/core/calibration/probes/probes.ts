import type { Probe } from '../probe.ts';
import {
  badLineInReview,
  bodyLimitProbe,
  commentsListed,
  fileComments,
  outdatedComments,
  repliesAfterResolve,
  reviewPlaces,
} from './comments.ts';
import {
  deletedHeadCloses,
  mergeByRequest,
  mergeDefaultBranch,
  mergeTemporaryBase,
  squashStaysOpen,
} from './merges.ts';
import { drafts, numbers, pullRequestsListed } from './pulls.ts';
import { notifications, pushProtection, refNames, refsAPush, refsListed } from './refs.ts';
import { closedTarget, lfsObjects, renameRedirects, rulesets, secrets } from './repository.ts';

/** In the order in which one needs what another has made. */
export const probes: readonly Probe[] = [
  closedTarget,
  refsListed,
  pullRequestsListed,
  numbers,
  drafts,
  reviewPlaces,
  badLineInReview,
  fileComments,
  repliesAfterResolve,
  outdatedComments,
  commentsListed,
  bodyLimitProbe,
  mergeTemporaryBase,
  mergeDefaultBranch,
  squashStaysOpen,
  mergeByRequest,
  deletedHeadCloses,
  refNames,
  refsAPush,
  lfsObjects,
  secrets,
  rulesets,
  pushProtection,
  notifications,
  renameRedirects,
];
