import { mergeRoute } from '../enforcement/merge-route.ts';
import { commentRoute } from '../pull-requests/comment-route.ts';
import type { Route } from '../rest/rest-route.ts';
import { placeRoutes } from './place-routes.ts';
import { restrictionRoutes } from './restriction-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

const routes: Readonly<Record<string, Route>> = {
  ...restrictionRoutes,
  ...placeRoutes,
  ...workspaceRoutes,
  'POST repositories/*/*/pullrequests/*/merge': mergeRoute,
  'POST repositories/*/*/pullrequests/*/comments': commentRoute,
};

/** `*` stands where addresses have a name of something. */
const names: Readonly<Record<string, readonly number[]>> = {
  repositories: [1, 2],
  workspaces: [1],
  '1.0': [2],
};

/** By the method and the path below `/2.0`, or with `1.0` before it. */
export function findSettingsRoute(method: string, parts: readonly string[]): Route | null {
  const own = names[parts[0] ?? ''];
  if (own === undefined) return null;
  const shape = parts.map((part, index) =>
    own.includes(index) || (!own.includes(index - 1) && isName(parts, index)) ? '*' : part,
  );
  return routes[`${method === 'HEAD' ? 'GET' : method} ${shape.join('/')}`] ?? null;
}

const collections = ['projects', 'commit', 'pullrequests', 'branch-restrictions'];

function isName(parts: readonly string[], index: number): boolean {
  const before = parts[index - 1] ?? '';
  if (collections.includes(before)) return true;
  // Of `…/permissions/repositories/{slug}`.
  return before === 'repositories' && index === 4;
}
