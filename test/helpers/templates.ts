import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that templates of this run lie in. */
    readonly templates: string;
  }
}

/** Before all tests: a folder for templates, which goes with the run. */
export function setup(project: TestProject): () => void {
  const templates = mkdtempSync(join(tmpdir(), 'migrator-templates-'));
  project.provide('templates', templates);
  return () => rmSync(templates, { recursive: true, force: true });
}

/**
 * Puts into a folder, which is not there yet, what `make` makes. That is done once a run, and copied from then on:
 * most tests begin with the same repositories, and to make one takes a dozen processes.
 * @param name tells this template from all others: letters, digits and dashes
 * @param make fills the folder that it gets, whose place must not matter
 * @returns what `make` has returned, as JSON keeps it
 */
export function copyTemplate<T>(name: string, folder: string, make: (folder: string) => T): T {
  // `npm run faults` is no run of Vitest, and begins with few repositories.
  if (process.env.VITEST === undefined) return make(folder);
  const template = join(inject('templates'), name);
  if (!existsSync(template)) keep(template, make);
  cpSync(join(template, 'content'), folder, { recursive: true });
  return JSON.parse(readFileSync(join(template, 'result.json'), 'utf8')) as T;
}

function keep(template: string, make: (folder: string) => unknown): void {
  const draft = mkdtempSync(`${template}-draft-`);
  writeFileSync(join(draft, 'result.json'), JSON.stringify(make(join(draft, 'content')) ?? null));
  nameTemplate(draft, template);
}

/** Several workers may make the same one at a time: the first one gives it its name. */
export function nameTemplate(draft: string, template: string): void {
  try {
    renameSync(draft, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
    rmSync(draft, { recursive: true });
  }
}
