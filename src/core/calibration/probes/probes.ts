import {
  bodyLimitProbe,
  commentsListed,
  fileComments,
  outdatedComments,
  repliesAfterResolve,
} from './comments.ts';
import {
  closingKeywords,
  deletedHeadCloses,
  mergeByRequest,
  mergeDefaultBranch,
  mergeTemporaryBase,
  squashStaysOpen,
} from './merges.ts';
import { contentPace, retryAfter } from './pace.ts';
import type { Probe } from './probe.ts';
import { drafts, numbers, pullRequestsListed } from './pulls.ts';
import { notifications, pushProtection, refNames, refsAPush, refsListed } from './refs.ts';
import {
  closedTarget,
  lfsObjects,
  renameRedirects,
  rulesetBypass,
  rulesets,
  secrets,
} from './repository.ts';
import { badLineInReview, reviewOf25, reviewPlaces } from './reviews.ts';

/** In the order in which one needs what another has made. */
export const probes: readonly Probe[] = [
  closedTarget,
  refsListed,
  pullRequestsListed,
  contentPace,
  numbers,
  drafts,
  reviewPlaces,
  reviewOf25,
  badLineInReview,
  fileComments,
  repliesAfterResolve,
  outdatedComments,
  commentsListed,
  bodyLimitProbe,
  mergeTemporaryBase,
  mergeDefaultBranch,
  closingKeywords,
  squashStaysOpen,
  mergeByRequest,
  deletedHeadCloses,
  refNames,
  refsAPush,
  lfsObjects,
  secrets,
  rulesets,
  rulesetBypass,
  pushProtection,
  notifications,
  renameRedirects,
  retryAfter,
];
