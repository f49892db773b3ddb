import { from, type Node } from '../emit/node.ts';
import type { Findings } from '../findings/finding.ts';
import { globExpression } from '../globs/glob-expression.ts';
import { literal } from '../jobs/expressions.ts';
import type { PlannedJob } from '../jobs/plan-jobs.ts';
import { slugOf } from '../jobs/slug.ts';
import type { ArtifactUpload } from '../model/step.ts';
import { uses } from './action.ts';
import type { Shell } from './shell.ts';

/** Exists only while artifacts are packed or unpacked, so that scripts never see it. */
const folder = 'migrator-artifacts';
/** Bitbucket keeps artifacts for 14 days. */
const daysKept = 14;

const conditions = { always: 'always()', success: 'success()', failed: 'failure()' } as const;

/**
 * Packs what a job hands on, and uploads it. In a tar file, because the action keeps neither modes nor the folders that
 * all paths share.
 */
export function uploadSteps(
  { id, step }: PlannedJob,
  position: number,
  { isWindows }: Pick<Shell, 'isWindows'>,
): readonly Node[] {
  const artifacts = step.artifacts;
  if (artifacts === null) return [];
  const shell = isWindows ? 'bash' : undefined;
  return artifacts.uploads.flatMap((one, index) => {
    if (one.paths.length === 0) return [];
    const name = uploadName(id, one, index);
    const file = `${folder}/${String(position).padStart(3, '0')}-${name}.tgz`;
    const condition = conditions[one.captureOn];
    return [
      from(
        {
          name: one.name === null ? 'Pack artifacts' : literal(`Pack artifacts ${one.name}`),
          if: condition,
          shell,
          run: from(packScript(one, file), ...placesOf(one)),
        },
        one.place,
        artifacts.place,
      ),
      {
        uses: uses('upload'),
        if: condition,
        with: {
          name,
          path: file,
          'if-no-files-found': 'ignore',
          overwrite: true,
          'retention-days': daysKept,
        },
      },
      { name: 'Remove packed artifacts', if: condition, shell, run: `rm -rf ${folder}` },
    ];
  });
}

function placesOf({ place }: ArtifactUpload): readonly { path: string; line: number }[] {
  const keys = ['name', 'paths', 'type', 'capture-on', 'ignore-paths'];
  return keys.map((key) => ({ path: `${place.path}.${key}`, line: place.line }));
}

function uploadName(id: string, { name, isScoped }: ArtifactUpload, index: number): string {
  const kind = isScoped ? 'files' : 'artifacts';
  const part = name === null ? (index === 0 ? '' : `-${index + 1}`) : `-${slugOf(name, 'named')}`;
  return `${kind}-${id}${part}`;
}

function packScript({ paths, ignored }: ArtifactUpload, file: string): string {
  const use = { of: 'path', withContents: true } as const;
  const wanted = `grep -E ${singleQuoted(globExpression(paths, use))}`;
  const filters =
    ignored.length === 0
      ? wanted
      : `${wanted} | grep -vE ${singleQuoted(globExpression(ignored, use))}`;
  return [
    ...warnWithout(['find', 'grep', 'gzip', 'sed', 'tar'], 'packed'),
    'list="$RUNNER_TEMP/artifacts.txt"',
    'cd "$GITHUB_WORKSPACE"',
    'find . -path ./.git -prune -o \\( -type f -o -type l \\) -print | sed "s|^\\./||" |',
    `  ${filters} > "$list" || true`,
    `mkdir -p ${folder}`,
    `[ ! -s "$list" ] || tar -czf ${file} -T "$list"`,
    '',
  ].join('\n');
}

/** Bitbucket packs artifacts outside of the image, which may lack what this needs. */
function warnWithout(tools: readonly string[], done: string): readonly string[] {
  return [
    `for tool in ${tools.join(' ')}; do`,
    '  command -v "$tool" > /dev/null && continue',
    `  echo "::warning::Artifacts are not ${done}: the image has no $tool. Use an image that has it."`,
    `  rm -rf ${folder} || :`,
    '  exit 0',
    'done',
  ];
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Unpacks what earlier jobs handed on, in their order. */
export function downloadSteps(
  { step, earlier }: PlannedJob,
  findings: Findings,
  { isWindows }: Pick<Shell, 'isWindows'>,
): readonly Node[] {
  const download = step.artifacts?.download;
  const wanted = download?.value ?? 'all';
  if (download !== undefined && wanted === 'none') {
    findings.exact(download.place, 'The job downloads no artifacts');
    return [];
  }
  const names = earlier.flatMap(({ id, step: producer }) =>
    (producer.artifacts?.uploads ?? []).flatMap((one, index) => {
      const isWanted = wanted === 'all' || (one.name !== null && wanted.includes(one.name));
      return one.isScoped || !isWanted || one.paths.length === 0 ? [] : uploadName(id, one, index);
    }),
  );
  if (names.length === 0) {
    if (download !== undefined)
      findings.exact(download.place, 'Earlier steps have no artifacts to pass on');
    return [];
  }
  const [only = ''] = names;
  const place = step.artifacts === null ? null : { ...step.artifacts.download.place };
  return [
    from(
      {
        name: 'Download artifacts of earlier steps',
        uses: uses('download'),
        with: {
          pattern: names.length === 1 ? only : `{${names.join(',')}}`,
          path: folder,
          'merge-multiple': true,
        },
      },
      place,
    ),
    {
      name: 'Unpack artifacts',
      shell: isWindows ? 'bash' : undefined,
      run: [
        ...warnWithout(['gzip', 'tar'], 'unpacked'),
        `for file in ${folder}/*.tgz; do [ ! -f "$file" ] || tar -xzf "$file"; done`,
        `rm -rf ${folder}`,
        '',
      ].join('\n'),
    },
  ];
}
