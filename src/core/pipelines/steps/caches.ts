import { from, type Node } from '../emit/node.ts';
import type { Conversion } from '../jobs/conversion.ts';
import { literal, quoted } from '../jobs/expressions.ts';
import type { CacheDefinition } from '../model/pipeline.ts';
import type { Step } from '../model/step.ts';
import { predefinedCaches } from '../tables/caches.ts';
import type { Place, Placed } from '../tree/tree.ts';
import { uses } from './action.ts';
import { cloneFolder } from './prepare-container.ts';
import type { Shell } from './shell.ts';

interface UsedCache {
  readonly name: Placed<string>;
  readonly path: string;
  readonly definition: CacheDefinition | null;
}

/** Restores caches before the script and saves them after it; Bitbucket makes a new one each week, and so does the key. */
export function cacheSteps(
  { caches }: Step,
  conversion: Conversion,
  { isWindows }: Pick<Shell, 'isWindows'>,
): readonly Node[] {
  const used = caches.flatMap((name) => usedCache(name, conversion));
  const needsWeek = used.some(({ definition }) => (definition?.files ?? null) === null);
  const week: Node = {
    name: 'Get the week number for cache keys',
    id: 'week',
    shell: isWindows ? 'bash' : undefined,
    run: 'echo "week=$(date -u +%G-%V)" >> "$GITHUB_OUTPUT"',
  };
  return [...(needsWeek ? [week] : []), ...used.map(cacheStep)];
}

function usedCache(name: Placed<string>, { file, findings }: Conversion): readonly UsedCache[] {
  const definition = file.caches.get(name.value) ?? null;
  if (definition === null && name.value === 'docker') {
    findings.lost(
      name.place,
      'GitHub does not cache layers of Docker images',
      'Use docker buildx with --cache-to type=gha.',
    );
    return [];
  }
  const path = definition?.path.value ?? predefinedCaches[name.value];
  if (path === undefined) {
    findings.lost(
      name.place,
      `The cache ${name.value} is not defined, so its folder is unknown`,
      'Bitbucket rejects this too: define it.',
    );
    return [];
  }
  return [{ name, path: cachePath(path), definition }];
}

function cacheStep({ name, path, definition }: UsedCache): Node {
  const files = definition?.files ?? null;
  const key =
    files === null
      ? '${{ steps.week.outputs.week }}'
      : `\${{ hashFiles(${files.value.map(quoted).join(', ')}) }}`;
  const places: readonly (Place | undefined)[] = [definition?.place, definition?.path.place];
  return from(
    {
      name: literal(`Cache ${name.value}`),
      uses: uses('cache'),
      with: {
        path: from(literal(path), ...places),
        key: from(`${literal(name.value)}-\${{ runner.os }}-${key}`, files?.place),
      },
    },
    name.place,
  );
}

/** The action expands no shell variables. */
function cachePath(path: string): string {
  return path
    .replace(/^\$\{?HOME\}?(?=\/|$)/, '~')
    .replace(/^\$\{?BITBUCKET_CLONE_DIR\}?\//, '')
    .replace(`${cloneFolder}/`, '');
}
