import type { Pace } from '../run/pace.ts';
import type { RepositoryView } from '../run/run-state.ts';

type Sized = Pick<RepositoryView, 'sizeBytes'>;

/**
 * Of a price, one standard error at least: a few repositories that are alike by chance say little of the others. Of real
 * networks and hosts it is more.
 */
const leastError = 0.15;

/** Describes what git takes for one repository, in milliseconds. */
export interface GitPrice {
  timeOf(view: Sized): number;
  /** One standard error of the sum of their prices, as a share of it. */
  errorOf(views: readonly Sized[]): number;
}

/** A line through the sizes and times of the repositories that are through; never one that falls. `null`: none is. Pure. */
export function gitPrice(git: Pace['git']): GitPrice | null {
  const { count, size, sizeSquared, time, timeSquared, sizeTime } = git;
  if (count === 0) return null;
  const meanSize = size / count;
  const spread = sizeSquared - size * meanSize;
  const together = sizeTime - time * meanSize;
  let slope = spread > 0 ? Math.max(0, together / spread) : 0;
  let start = time / count - slope * meanSize;
  if (start < 0) {
    // Through zero: a repository takes no less than nothing.
    start = 0;
    slope = sizeSquared > 0 ? sizeTime / sizeSquared : 0;
  }
  const squared = count * start ** 2 + 2 * start * slope * size + slope ** 2 * sizeSquared;
  const unexplained = timeSquared - 2 * (start * time + slope * sizeTime) + squared;
  const variance = Math.max(
    unexplained / Math.max(1, count - 2),
    (leastError ** 2 * squared) / count,
  );
  const timeOf = ({ sizeBytes }: Sized) => start + slope * (sizeBytes ?? meanSize);
  return {
    timeOf,
    errorOf(views) {
      let [sum, sumSquared, beyond] = [0, 0, 0];
      for (const view of views) {
        const price = timeOf(view);
        sum += price;
        sumSquared += price ** 2;
        beyond += (view.sizeBytes ?? meanSize) - meanSize;
      }
      if (sum === 0 || squared === 0) return 0;
      // The larger a repository, the further it is off.
      const ofEach = (variance * count * sumSquared) / squared;
      // The line itself knows little beyond the sizes that were measured.
      const ofLine =
        variance * (views.length ** 2 / count + (spread > 0 ? beyond ** 2 / spread : 0));
      return Math.sqrt(ofEach + ofLine) / sum;
    },
  };
}
