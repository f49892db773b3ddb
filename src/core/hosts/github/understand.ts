import type { z } from 'zod';
import { MigratorError } from '../../errors.ts';
import type { Answer } from '../../network/answer.ts';

/**
 * An answer's data, checked.
 * @throws `bad-answer`
 */
export function understand<T>(schema: z.ZodType<T>, answer: Answer, host: string, what: string): T {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5);
  throw new MigratorError(
    'bad-answer',
    `${host} answered ${what} with something that cannot be understood`,
    {
      hint: 'Check DST_API_URL or DST_ENTERPRISE_URL, and whether a proxy answers in its place.',
      detail: `unexpected: ${fields.join(', ')}`,
    },
  );
}
