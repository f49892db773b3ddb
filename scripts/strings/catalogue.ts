import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectStrings } from './collect-strings.ts';

/** A string that people read, with what shows it. */
export interface CataloguedString {
  /** With `{}` in place of each value. */
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** Such as `command discover` or `wizard: review`. */
  readonly feature: string;
}

/** Their words are programs: shell, Perl, CSS, HTML, GraphQL, HTTP, input of git. */
const forPrograms = [
  'src/core/commands/completion/output.ts',
  'src/core/commands/verify/page/{calibration,certificate,exceptions,page,parts,repositories,search,style}.ts',
  'src/core/git/objects/**',
  'src/core/git/process/own-session.ts',
  'src/core/handover/move-branches.ts',
  'src/core/hosts/github/conversations/conversations.ts',
  'src/core/network/tls-proxy/forwarder.ts',
  'src/core/vault/pipelines/pipeline-definition.ts',
  // Made-up data.
  'src/screens/gallery/**',
];

const features: readonly (readonly [folder: RegExp, feature: string])[] = [
  [/^src\/screens\/wizard\/steps\/([^/]+)\//, 'wizard: $1'],
  [/^src\/screens\/([^/]+)\//, '$1'],
  [/^src\/core\/commands\/([^/]+)\//, 'command $1'],
  [/^src\/core\/hosts\/([^/]+)\//, 'host $1'],
  [/^src\/core\/verbs\/([^/]+)\//, 'verb $1'],
  [/^src\/core\/replica\/apply\/([^/]+)\//, 'replica: $1'],
  [/^src\/core\/([^/]+)\//, '$1'],
  [/^src\/([^/]+)\//, '$1'],
];

/**
 * Every string under `src` that people may read, by feature, file and line.
 * @param prefixes of the files to read, all if left out
 */
export function catalogueStrings(
  root: string,
  prefixes: readonly string[] = ['src/'],
): readonly CataloguedString[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: forPrograms })
    .filter((file) => prefixes.some((prefix) => file.startsWith(prefix)))
    .sort();
  return files.flatMap((file) =>
    collectStrings(file, readFileSync(join(root, file), 'utf8')).map((found) => ({
      ...found,
      file,
      feature: featureOf(file),
    })),
  );
}

function featureOf(file: string): string {
  for (const [folder, feature] of features) {
    const match = folder.exec(file);
    if (match !== null) return feature.replace('$1', match[1] ?? '');
  }
  return 'program';
}

/** A page to read from top to bottom, feature by feature. */
export function cataloguePage(strings: readonly CataloguedString[]): string {
  const lines = ['# Every string that people read', ''];
  for (const [feature, ofFeature] of Map.groupBy(strings, (one) => one.feature)) {
    const texts = new Set(ofFeature.map(({ text }) => JSON.stringify(text).slice(1, -1)));
    lines.push(`## ${feature}`, '', ...[...texts].map((text) => `- ${text}`), '');
  }
  return lines.join('\n');
}
