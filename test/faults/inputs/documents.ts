import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { type DocumentKind, documentKinds } from './document-kinds.ts';
import type { Family } from './family.ts';
import { isWrite } from './is-write.ts';
import { complaintsAbout } from './judge.ts';
import { anythingLikeJson } from './mutate/hostile-values.ts';
import { type ByteChange, byteChange, changeBytes } from './mutate/mutate-bytes.ts';
import { changeDocument, type TreeChange, treeChange } from './mutate/mutate-tree.ts';
import { runInWorld } from './world.ts';

/** Milliseconds after which a case hangs, on a machine that does other things as well. */
const patience = 60_000;

/** Instead of a file. */
type Other = 'missing' | 'folder' | 'fifo' | 'loop' | 'device' | 'below-a-file';

interface DocumentCase {
  readonly tree: readonly TreeChange[];
  /** Snippets of the format, put before or after. */
  readonly snippet: { readonly text: string; readonly isFirst: boolean } | null;
  readonly bytes: readonly ByteChange[];
  readonly other: Other | null;
  readonly asJson: boolean;
}

/** Files that people write, each by the command that reads it first of all. */
export function documentFamilies(place: Workplace): readonly Family<DocumentCase>[] {
  return documentKinds(place).map((kind) => documentFamily(place, kind));
}

function documentFamily(place: Workplace, kind: DocumentKind): Family<DocumentCase> {
  const folder = join(place.folder, `inputs-${kind.name.replaceAll(' ', '-')}`);
  const path = join(folder, 'input');
  return {
    name: kind.name,
    share: kind.share,
    cases: documentCase(kind),
    async run(one) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      put(path, kind, one);
      const before = place.sandbox.requests.length;
      const argv = [...kind.argv(path), ...(one.asJson ? ['--json'] : [])];
      const environment = {
        ...place.sandbox.environment,
        PATH: process.env.PATH,
        MIGRATOR_STATE_DIR: join(folder, 'state'),
      };
      const outcome = await runInWorld(argv, { folder, environment }, patience);
      // What is still valid leads to repositories that are not there.
      const names = [path, 'acme', '127.0.0.1', 'is not a valid workspace name'];
      const complaints = complaintsAbout(outcome, { codes: kind.codes, names, within: 5000 });
      if (place.sandbox.requests.slice(before).some(isWrite))
        complaints.push('something was written to the target');
      if (Object.hasOwn(Object.prototype, 'polluted'))
        complaints.push('the prototype of all objects was changed');
      return complaints;
    },
  };
}

function documentCase({ valid, snippets }: DocumentKind): fc.Arbitrary<DocumentCase> {
  const isData = typeof valid !== 'string';
  const snippet = fc.record({ text: fc.constantFrom('', ...snippets), isFirst: fc.boolean() });
  return fc.record({
    tree: isData ? fc.array(treeChange(anythingLikeJson), { maxLength: 3 }) : fc.constant([]),
    snippet: fc.option(snippet, { nil: null, freq: 4 }),
    bytes: fc.oneof(
      { weight: isData ? 2 : 1, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.array(byteChange, { minLength: 1, maxLength: 3 }) },
    ),
    other: fc.oneof(
      { weight: 30, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Other>(
          'missing',
          'folder',
          'fifo',
          'loop',
          'device',
          'below-a-file',
        ),
      },
    ),
    asJson: fc.boolean(),
  });
}

function put(path: string, kind: DocumentKind, one: DocumentCase): void {
  switch (one.other) {
    case 'missing':
      return;
    case 'folder':
      mkdirSync(path);
      return;
    case 'fifo':
      execFileSync('mkfifo', [path]);
      return;
    case 'loop':
      symlinkSync(path, path);
      return;
    case 'device':
      symlinkSync('/dev/zero', path);
      return;
    case 'below-a-file':
      symlinkSync('/etc/passwd/input', path);
      return;
    case null:
      writeFileSync(path, contentOf(kind, one));
  }
}

function contentOf({ valid }: DocumentKind, { tree, snippet, bytes }: DocumentCase): Buffer {
  const text = typeof valid === 'string' ? valid : changeDocument(valid, tree);
  const { text: more = '', isFirst = false } = snippet ?? {};
  return changeBytes(Buffer.from(isFirst ? `${more}${text}` : `${text}${more}`), bytes);
}
