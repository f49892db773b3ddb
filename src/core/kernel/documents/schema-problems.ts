import type { z } from 'zod';
import { enough, type Locate, type Problem, type Target } from './problem.ts';
import { schemaKeys } from './schema-keys.ts';
import { suggest } from './suggest.ts';

/**
 * What a schema found wrong, with the place in the text; unknown keys come with the key that was likely meant. Only the
 * first few: places and suggestions for millions would take long.
 */
export function schemaProblems(options: {
  schema: z.ZodType;
  issues: readonly z.core.$ZodIssue[];
  locate: Locate;
}): Problem[] {
  const complaints = options.issues
    .slice(0, enough)
    .flatMap((issue) => toComplaints(issue, options.schema))
    .slice(0, enough);
  const places = options.locate(complaints);
  return complaints.map(({ message }, index) => ({ at: places[index] ?? null, message }));
}

interface Complaint extends Target {
  readonly message: string;
}

function toComplaints(issue: z.core.$ZodIssue, schema: z.ZodType): Complaint[] {
  if (issue.code === 'unrecognized_keys') {
    const known = schemaKeys(schema, issue.path);
    return issue.keys.slice(0, enough).map((key) => {
      const path = [...issue.path, key];
      const meant = suggest(key, known);
      const advice = meant === null ? '' : ` (did you mean ${meant}?)`;
      return { path, isKey: true, message: `unknown key ${dotted(path)}${advice}` };
    });
  }
  const where = issue.path.length === 0 ? '' : `${dotted(issue.path)}: `;
  return [{ path: issue.path, isKey: false, message: `${where}${issue.message}` }];
}

function dotted(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
