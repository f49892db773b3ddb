import * as z from 'zod';
import { issueWords } from './issue-text.ts';
import { enough } from './problem.ts';
import { elementSchema, schemaKeys } from './schema-keys.ts';

/** Shorter lists are checked whole: what can be wrong in them fits into memory. */
const longList = 1000;

/**
 * What is wrong in the long lists that stand at the top of a file, item by item, until there are enough. A schema
 * that checks the whole keeps every issue, which for a list of millions fills the memory.
 * @returns none if all items are right
 */
export function issuesOfLongLists(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  if (typeof value !== 'object' || value === null) return issues;
  for (const key of schemaKeys(schema, [])) {
    const items = (value as Record<string, unknown>)[key];
    if (!Array.isArray(items) || items.length <= longList) continue;
    const element = elementSchema(schema, [key]);
    if (element === null) continue;
    for (const [index, item] of items.entries()) {
      for (const issue of z.safeParse(element, item, { error: issueWords }).error?.issues ?? []) {
        issues.push({ ...issue, path: [key, index, ...issue.path] });
      }
      if (issues.length >= enough) return issues;
    }
  }
  return issues;
}
