import * as z from 'zod';
import { commentModes } from './comment-modes.ts';

/** What plan and migrator.yaml say of pull requests, with the same keys. */
export const pullRequestOptionsSchema = z.strictObject({
  migrate: z.boolean().optional().describe('Whether pull requests are brought over. Default true.'),
  comments: z
    .enum(commentModes)
    .optional()
    .describe(
      'How conversations are written. threaded: every comment its own, in its thread; compact: one review with each thread as one comment; folded: the whole conversation in the description. Default threaded.',
    ),
  request_reviewers: z
    .boolean()
    .optional()
    .describe(
      'Whether the reviewers of open pull requests are asked for a review, where the user map knows them. Default true.',
    ),
});
