import type { Inventory } from '../discovery/inventory-schema.ts';
import { factsOf } from '../forecast/facts.ts';
import { type Forecast, forecast } from '../forecast/forecast.ts';
import { costsBesides, writesAny } from '../forecast/settings-forecast.ts';
import { slugOf } from './choose-repositories.ts';
import type { Plan } from './plan-schema.ts';

/**
 * Forecasts the plan's pull requests, and the time of all its writes; `null` where it has neither. `unlooked`: the inventory says nothing about the
 * pull requests of any of them.
 */
export function planForecast(
  inventory: Inventory,
  plan: Plan,
  hosts: { readonly targetIsLimited: boolean; readonly sourceTokens?: number },
): Forecast | 'unlooked' | null {
  const isWanted = plan.options.pull_requests?.migrate ?? true;
  const wanted = plan.repositories.filter(({ pull_requests: own }) => own ?? isWanted);
  const besides = costsBesides(plan);
  const options = { kind: plan.source.kind, ...hosts, besides };
  if (wanted.length === 0) return writesAny(besides) ? forecast([], options) : null;
  const bySlug = new Map(inventory.repositories.map((one) => [slugOf(one), one]));
  const inputs = wanted.map(({ source }) => ({ source, facts: factsOf(bySlug.get(source) ?? {}) }));
  return inputs.every(({ facts }) => facts === null) ? 'unlooked' : forecast(inputs, options);
}
