import { z } from 'zod';
import { commit, text, time, url } from './values.ts';

/** Event of the timeline of an issue or a pull request. GitHub has many more kinds than Bitbucket: all are read. */
export const issueEvent = z
  .looseObject({
    type: z.literal('issue_event'),
    url,
    pull_request: url.nullish(),
    issue: url.nullish(),
    actor: url.nullable(),
    event: z.string().min(1),
    created_at: time,
    commit_id: commit.nullish(),
    subject: url.nullish(),
    title_was: text.nullish(),
    title_is: text.nullish(),
    before_commit_oid: commit.nullish(),
    after_commit_oid: commit.nullish(),
  })
  .superRefine((record, context) => {
    for (const key of needed[record.event] ?? []) {
      if (record[key] == null) {
        context.addIssue({
          code: 'custom',
          path: [key],
          message: `missing from "${record.event}"`,
        });
      }
    }
  });

/** The fields that an event cannot do without. */
const needed: Readonly<
  Record<
    string,
    readonly (
      | 'commit_id'
      | 'subject'
      | 'title_was'
      | 'title_is'
      | 'before_commit_oid'
      | 'after_commit_oid'
    )[]
  >
> = {
  renamed: ['title_was', 'title_is'],
  base_ref_changed: ['title_was', 'title_is'],
  head_ref_force_pushed: ['before_commit_oid', 'after_commit_oid'],
  review_requested: ['subject'],
  review_request_removed: ['subject'],
};
