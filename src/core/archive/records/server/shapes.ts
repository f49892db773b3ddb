import { z } from 'zod';
import { commit, text } from '../values.ts';
import { parseUserReference } from './user-reference.ts';

/** Milliseconds since 1970. */
const time = z.number().int().min(0);

const userId = text.refine(
  (value) => parseUserReference(value) !== null,
  'not a reference like slug|Name||NORMAL',
);

const word = z.string().min(1);

export const instanceDetails = z.looseObject({
  product: word,
  version: z.string().regex(/^\d+\.\d+/),
  archiveVersion: z.literal(2),
});

export const project = z.looseObject({ id: word, key: word, name: text, public: z.boolean() });

export const repository = z.looseObject({
  hierarchyId: word,
  id: word,
  name: text,
  projectId: word,
  public: z.boolean(),
  scmId: z.literal('git'),
  slug: word,
});

export const permissions = z.array(
  z.looseObject({ permission: word, groups: z.array(text), userIds: z.array(userId) }),
);

export const lfsSettings = z.looseObject({ enabled: z.boolean() });

const end = z.looseObject({
  displayId: word,
  id: z.string().regex(/^refs\/heads\/.+/s, 'not a branch'),
  latestCommit: commit,
});

export const pullRequest = z.looseObject({
  allParticipants: z.array(
    z.looseObject({
      lastReviewedCommit: commit.optional(),
      role: z.enum(['AUTHOR', 'REVIEWER', 'PARTICIPANT']),
      status: z.enum(['UNAPPROVED', 'APPROVED', 'NEEDS_WORK']),
      userId,
    }),
  ),
  closedTimestamp: time.optional(),
  createdTimestamp: time,
  description: text,
  draft: z.boolean(),
  fromRef: end,
  id: z.number().int().min(1),
  rescopedTimestamp: time,
  state: z.enum(['OPEN', 'MERGED', 'DECLINED']),
  title: text.min(1),
  toRef: end,
  updatedTimestamp: time,
  version: z.number().int().min(0),
});

/** Line 0 without a type is the whole file. */
const anchor = z
  .looseObject({
    diffType: z.enum(['EFFECTIVE', 'COMMIT']),
    fileType: z.enum(['TO', 'FROM']).optional(),
    fromHash: commit,
    line: z.number().int().min(0),
    lineType: z.enum(['ADDED', 'REMOVED', 'CONTEXT']).optional(),
    orphaned: z.boolean(),
    path: text.min(1),
    toHash: commit,
  })
  .refine(
    ({ line, fileType, lineType }) =>
      line === 0
        ? fileType === undefined && lineType === undefined
        : fileType !== undefined && lineType !== undefined,
    'line, fileType and lineType do not match',
  )
  .refine(
    ({ fileType, lineType }) => !(fileType === 'TO' && lineType === 'REMOVED'),
    'a removed line is not in the new file',
  )
  .refine(
    ({ fileType, lineType }) => !(fileType === 'FROM' && lineType === 'ADDED'),
    'an added line is not in the old file',
  );

const thread = z.looseObject({
  anchor: anchor.optional(),
  createdTimestamp: time,
  resolved: z.boolean(),
  updatedTimestamp: time,
});

const comment = z.looseObject({
  authorId: userId,
  get comments() {
    return z.array(comment);
  },
  createdTimestamp: time,
  id: z.string().regex(/^\d{1,18}$/, 'not a number'),
  resolvedTimestamp: time.optional(),
  resolverId: userId.optional(),
  severity: z.enum(['NORMAL', 'BLOCKER']),
  state: z.enum(['OPEN', 'RESOLVED']),
  text,
  thread: thread.optional(),
  updatedTimestamp: time,
});

const happened = { createdTimestamp: time, userId };

/** Something that has happened to a pull request. */
const activity = z.discriminatedUnion('kind', [
  z.looseObject({
    ...happened,
    kind: z.literal('ACTIVITY'),
    action: z.enum(['OPENED', 'UPDATED', 'APPROVED', 'UNAPPROVED', 'REVIEWED', 'DECLINED']),
  }),
  z.looseObject({ ...happened, kind: z.literal('COMMENT:ADDED'), comment }),
  z.looseObject({
    ...happened,
    kind: z.literal('COMMENT:OTHER'),
    commentAction: z.enum(['REPLIED', 'EDITED']),
    commentId: z.string(),
  }),
  z.looseObject({
    ...happened,
    kind: z.literal('REVIEWERS:UPDATED'),
    addedIds: z.array(userId),
    removedIds: z.array(userId),
  }),
  z.looseObject({
    ...happened,
    kind: z.literal('RESCOPED'),
    commits: z.array(z.looseObject({ action: z.enum(['ADDED', 'REMOVED']), commitId: commit })),
    fromHash: commit,
    previousFromHash: commit,
    previousToHash: commit,
    toHash: commit,
    totalAdded: z.number().int().min(0),
    totalRemoved: z.number().int().min(0),
  }),
  z.looseObject({
    ...happened,
    kind: z.literal('MERGED'),
    autoMerge: z.boolean(),
    hash: commit.optional(),
  }),
]);

export const activities = z.array(activity);

export type ServerPullRequest = z.infer<typeof pullRequest>;
export type ServerComment = z.infer<typeof comment>;
export type ServerActivity = z.infer<typeof activity>;
export type ServerAnchor = z.infer<typeof anchor>;
