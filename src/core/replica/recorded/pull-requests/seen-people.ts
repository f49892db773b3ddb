import * as z from 'zod';
import { defineDocument } from '../../../journal/document.ts';

const person = z.object({
  id: z.string(),
  accountId: z.string().nullable(),
  username: z.string().nullable(),
  nickname: z.string().nullable(),
  displayName: z.string(),
  kind: z.enum(['user', 'app', 'team']),
});

/**
 * People whom the conversations of a repository have shown. Texts mention people by an account id alone, and a later run
 * that reads a few of the conversations, or comes after somebody has left, would not know who that is.
 */
export const seenPeople = defineDocument('sync', 'people', z.array(person));
