import { z } from 'zod';
import { tarball, text, time, url } from './values.ts';

const label = z.looseObject({ url, name: text.min(1), color: z.string().regex(/^[0-9a-f]{6}$/i) });

const name = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, 'not a valid GitHub repository name');

export const repository = z.looseObject({
  type: z.literal('repository'),
  url,
  owner: url,
  name,
  description: text.refine((value) => !/[\r\n]/.test(value), 'more than one line').nullable(),
  private: z.boolean(),
  labels: z.array(label).optional(),
  collaborators: z.array(z.looseObject({ user: url, permission: z.string() })).optional(),
  created_at: time,
  git_url: tarball,
  default_branch: z.string().min(1),
  /** The importer takes an empty text for the address of a wiki (seen with gh-bbc-exporter). */
  wiki_url: z.string().min(1).nullish(),
});

export const attachment = z.looseObject({
  type: z.literal('attachment'),
  url,
  issue: url.nullish(),
  issue_comment: url.nullish(),
  pull_request: url.nullish(),
  pull_request_review: url.nullish(),
  pull_request_review_comment: url.nullish(),
  user: url,
  asset_name: text.min(1),
  asset_content_type: z.string().min(1),
  asset_url: tarball,
  created_at: time.optional(),
});
