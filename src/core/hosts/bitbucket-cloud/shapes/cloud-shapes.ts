import type { HttpRequest } from '../../../network/http/http-request.ts';
import { field } from '../../../network/response/response.ts';
import type { DescribedHost } from '../../shared/shapes/described.ts';
import type { ExpectedShapes } from '../../shared/shapes/observe-shapes.ts';
import { assumed } from './assumed.ts';

/** Shapes that Bitbucket Cloud's responses are expected to have. */
export const cloudShapes: ExpectedShapes = {
  async described() {
    const { default: read } = await import('../../../../../assets/shapes/bitbucket-cloud.json', {
      with: { type: 'json' },
    });
    return read as unknown as DescribedHost;
  },
  assumed,
  describedPath: (path) => path.replace(/^.*?\/2\.0(?=\/)/, ''),
  pageOddities,
};

function pageOddities(request: HttpRequest, answer: unknown): readonly string[] {
  const values = field(answer, 'values');
  if (!Array.isArray(values)) return [];
  const size = field(answer, 'size');
  const length = field(answer, 'pagelen');
  const asked = request.query?.pagelen;
  const isLast = field(answer, 'next') === undefined;
  const page =
    field(answer, 'page') ?? request.query?.page ?? (request.query === undefined ? 0 : 1);
  const most = typeof length === 'number' ? length : Number(asked ?? 0);
  const oddities: string[] = [];
  if (values.length === 0 && !isLast) oddities.push('an empty page with a next page');
  if (most > 0 && values.length > most) oddities.push('more rows than a page can have');
  if (typeof length === 'number' && asked !== undefined && length !== Number(asked))
    oddities.push('a different page length than requested');
  const isOdd = page === 1 && isLast && typeof size === 'number' && size !== values.length;
  if (isOdd) oddities.push('one page, but a different total');
  return oddities;
}
