import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import type { Loader, Plugin } from 'esbuild';

/**
 * Keeps what every command loads in two files. esbuild makes a file of each set of modules that the same parts need, which
 * came to thirty files for `status --list`; opening and linking one takes as long as running it. Every part that is loaded later is made
 * to need what has been loaded before it, so that those modules are one set.
 */
export function shareStartUp(source: string): Plugin {
  const first = join(source, 'cli', 'quick-answers.ts');
  const second = join(source, 'cli', 'main.ts');
  // Nearly every command looks at the state folder first: a few small files that run with the program's own.
  const beforeStore = ['open-to-others.ts', 'state-folder.ts'].map((name) =>
    join(source, 'core', 'state', name),
  );
  // What both stores need is one set with what opens them.
  const store = join(source, 'core', 'app', 'open-store.ts');
  const afterStore = join(source, 'core', 'app', 'open-database.ts');
  return {
    name: 'share-start-up',
    setup(build) {
      const later = loadedLater(source);
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!later.has(path)) return undefined;
        const needed =
          path === second
            ? [first, ...beforeStore]
            : path === afterStore
              ? [second, store]
              : [second];
        const imports = needed.map((one) => `import ${JSON.stringify(nameFrom(path, one))};`);
        const contents = `${readFileSync(path, 'utf8')}\n${imports.join('\n')}\n`;
        return { contents, loader: extname(path).slice(1) as Loader };
      });
    },
  };
}

/** The modules that others load by `import()`. */
function loadedLater(source: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const path = join(source, name);
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/import\('(\.[^']+)'\)/g)) {
      found.add(join(dirname(path), target));
    }
  }
  return found;
}

function nameFrom(path: string, needed: string): string {
  const name = relative(dirname(path), needed);
  return name.startsWith('.') ? name : `./${name}`;
}
