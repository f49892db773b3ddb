import * as z from 'zod';
import { issueWords } from './issue-text.ts';
import { enough, type Locate, type Problem, type Target } from './problem.ts';
import { suggest } from './suggest.ts';

/**
 * Returns what a schema found wrong, with the place in the text; unknown keys come with a suggestion. Only the first
 * few: places and suggestions for millions would take long.
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

/** Shorter lists are checked whole: their issues fit into memory. */
const longList = 1000;

/**
 * Returns what is wrong in the long lists at the top level of a file, item by item, until there is enough. A schema
 * that checks the whole keeps every issue, which for a list of millions fills the memory.
 */
export function issuesOfLongLists(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  if (typeof value !== 'object' || value === null) return issues;
  for (const key of schemaKeys(schema, [])) {
    const items = (value as Record<string, unknown>)[key];
    if (!Array.isArray(items) || items.length <= longList) continue;
    const element = elementSchema(schema, key);
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

type Schema = z.core.$ZodType | undefined;

/** The keys that a schema knows at a path; empty where the path leads to no object. */
function schemaKeys(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  const definition = definitionOf(schemaAt(schema, path));
  return definition?.type === 'object' ? Object.keys(definition.shape) : [];
}

/** Returns what a schema asks of each item of a list under its key; `null` where there is no list. */
function elementSchema(schema: Schema, key: string): z.core.$ZodType | null {
  const definition = definitionOf(schemaAt(schema, [key]));
  return definition?.type === 'array' ? definition.element : null;
}

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema {
  return path.reduce<Schema>((current, part) => unwrap(child(current, part)), unwrap(schema));
}

function child(schema: Schema, part: PropertyKey): Schema {
  const definition = definitionOf(schema);
  if (definition?.type === 'array') return definition.element;
  if (definition?.type === 'record') return definition.valueType;
  return definition?.type === 'object' ? definition.shape[String(part)] : undefined;
}

/** The schema inside optional, default, nullable and preprocess. */
function unwrap(schema: Schema): Schema {
  const definition = definitionOf(schema);
  switch (definition?.type) {
    case 'pipe':
      return unwrap(definition.out);
    case 'optional':
    case 'default':
    case 'nullable':
      return unwrap(definition.innerType);
    default:
      return schema;
  }
}

function definitionOf(schema: Schema) {
  return (schema as z.core.$ZodTypes | undefined)?._zod.def;
}
