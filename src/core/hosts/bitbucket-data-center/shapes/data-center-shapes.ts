import type { HttpRequest } from '../../../network/http/http-request.ts';
import { field } from '../../../network/response/response.ts';
import type { DescribedHost } from '../../shared/shapes/described.ts';
import type { ExpectedShapes } from '../../shared/shapes/observe-shapes.ts';
import { assumed } from './assumed.ts';

/** Shapes that a Data Center's responses are expected to have. */
export const dataCenterShapes: ExpectedShapes = {
  async described() {
    const { default: read } = await import(
      '../../../../../assets/shapes/bitbucket-data-center.json',
      { with: { type: 'json' } }
    );
    return read as unknown as DescribedHost;
  },
  assumed,
  describedPath: (path) =>
    path.replace(/^.*?\/rest(?=\/)/, '').replace(/^\/api\/1\.0\//, '/api/latest/'),
  pageOddities,
};

function pageOddities(request: HttpRequest, answer: unknown): readonly string[] {
  const values = field(answer, 'values');
  const isLast = field(answer, 'isLastPage');
  if (!Array.isArray(values) || isLast === undefined) return [];
  const size = field(answer, 'size');
  const start = field(answer, 'start');
  const next = field(answer, 'nextPageStart');
  const limit = Number(request.query?.limit ?? 0);
  const oddities: string[] = [];
  if (limit > 0 && values.length > limit) oddities.push('more rows than a page can have');
  if (typeof size === 'number' && size !== values.length)
    oddities.push('a different number of rows than it says');
  if (isLast === true) {
    if (typeof next === 'number') oddities.push('a page after the last one');
    return oddities;
  }
  if (values.length === 0) oddities.push('an empty page before the last one');
  if (typeof next !== 'number') oddities.push('no start for the next page');
  else if (typeof start === 'number' && next <= start) oddities.push('a next page that goes back');
  return oddities;
}
