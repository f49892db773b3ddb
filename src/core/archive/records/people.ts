import { z } from 'zod';
import { text, time, url } from './values.ts';

const email = z.looseObject({ address: text.min(1), primary: z.boolean() });

/** The importer fails where `emails` is null (seen with gh-bbc-exporter): it is a list, or missing from a bot. */
export const user = z.looseObject({
  type: z.literal('user'),
  url,
  login: text.min(1),
  name: text.nullable(),
  emails: z.array(email),
  created_at: time,
});

export const bot = z.looseObject({ type: z.string(), url, login: text.min(1) });

export const organization = z.looseObject({
  type: z.literal('organization'),
  url,
  login: text.min(1),
  name: text.nullable(),
  members: z.array(z.looseObject({ user: url, role: z.enum(['admin', 'direct_member']) })),
});
