import type { Artifacts, ArtifactUpload } from '../model/step.ts';
import { child, itemsOf, type Tree, textOf } from '../tree/tree.ts';
import { type ParseContext, placedTexts, reportOthers } from './context.ts';

const uploadKeys = new Set(['name', 'paths', 'type', 'capture-on', 'depth', 'ignore-paths']);

/** Files that a step hands on, and those it takes. */
export function parseArtifacts(tree: Tree | undefined, context: ParseContext): Artifacts | null {
  if (tree === undefined) return null;
  const { place } = tree;
  const everything = { place, value: 'all' } as const;
  if (tree.kind !== 'map') {
    const paths = placedTexts(tree)?.value ?? [];
    return { place, uploads: upload(place, paths), download: everything };
  }
  reportOthers(tree, new Set(['download', 'upload', 'paths']), context);
  const paths = placedTexts(child(tree, 'paths'))?.value ?? [];
  const uploads = itemsOf(child(tree, 'upload')).flatMap((one) => parseUpload(one, context));
  return {
    place,
    uploads: [...upload(place, paths), ...uploads],
    download: parseDownload(child(tree, 'download')) ?? everything,
  };
}

function upload(place: Artifacts['place'], paths: readonly string[]): readonly ArtifactUpload[] {
  if (paths.length === 0) return [];
  return [{ name: null, place, paths, ignored: [], isScoped: false, captureOn: 'always' }];
}

function parseDownload(tree: Tree | undefined): Artifacts['download'] | null {
  if (tree === undefined) return null;
  const { place } = tree;
  if (tree.kind !== 'scalar') return { place, value: placedTexts(tree)?.value ?? [] };
  return { place, value: tree.text === 'false' ? 'none' : 'all' };
}

function parseUpload(tree: Tree, context: ParseContext): readonly ArtifactUpload[] {
  const { findings } = context;
  if (tree.kind === 'scalar') return upload(tree.place, [tree.text]);
  reportOthers(tree, uploadKeys, context);
  const type = textOf(child(tree, 'type'));
  if (type === 'test-reports') {
    findings.lost(
      child(tree, 'type')?.place ?? tree.place,
      'GitHub does not show test reports; the files are kept as an artifact',
      'Add an action that publishes test reports.',
    );
  }
  const depth = child(tree, 'depth');
  if (depth !== undefined) {
    findings.changed(depth.place, 'The depth is not limited on GitHub', null);
  }
  const captureOn = textOf(child(tree, 'capture-on')) ?? 'always';
  return [
    {
      name: textOf(child(tree, 'name')),
      place: tree.place,
      paths: placedTexts(child(tree, 'paths'))?.value ?? [],
      ignored: placedTexts(child(tree, 'ignore-paths'))?.value ?? [],
      isScoped: type === 'scoped' || type === 'test-reports',
      captureOn: captureOn === 'success' || captureOn === 'failed' ? captureOn : 'always',
    },
  ];
}
