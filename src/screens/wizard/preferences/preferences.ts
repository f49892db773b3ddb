import * as z from 'zod';
import { commentModes } from '../../../core/plan/comment-modes.ts';
import { lfsChoices } from '../../../core/plan/plan-choices.ts';
import type { WizardOptions } from '../../../core/wizard/choices.ts';

/** What was answered the last time. Credentials are not among it. */
export interface LastAnswers {
  readonly workspace: string;
  readonly options: Partial<WizardOptions>;
}

/** What is kept from one time to the next. Never a credential. */
export interface Preferences {
  read(): LastAnswers;
  save(answers: LastAnswers): void;
}

const short = z.string().max(500);

const schema = z
  .object({
    workspace: short.catch(''),
    options: z
      .object({
        organization: short,
        visibility: z.enum(['source', 'private', 'internal', 'public']),
        nameFrom: z.enum(['slug', 'name']),
        pullRequests: z.boolean(),
        comments: z.enum(commentModes).nullable(),
        lfs: z.enum(lfsChoices),
        userMap: short,
        existing: z.enum(['stop', 'skip', 'overwrite']),
        workers: z.number().int().min(1).max(32),
      })
      .partial()
      .catch({}),
  })
  .catch({ workspace: '', options: {} });

/** What was kept, as far as it can still be understood. */
export function parseAnswers(value: unknown): LastAnswers {
  const { workspace, options } = schema.parse(value);
  const known = Object.entries(options).filter(([, one]) => one !== undefined);
  return { workspace, options: Object.fromEntries(known) };
}

/** Kept no longer than the process. */
export function memoryPreferences(
  first: LastAnswers = { workspace: '', options: {} },
): Preferences {
  let kept = first;
  return {
    read: () => kept,
    save(answers) {
      kept = answers;
    },
  };
}
