import { expect } from 'vitest';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { addPeople, withSettings } from '../../helpers/settings/settings-place.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';

type Place = Pick<Workplace, 'sandbox'>;

/** Changes a repository of the target as a person does it by the host's pages. */
export async function change(place: Place, path: string, body: unknown, method = 'PATCH') {
  const { status } = await askGithub(place.sandbox, method as 'PATCH', `/repos/acme/${path}`, body);
  expect([200, 204]).toContain(status);
}

/** Reads what people may set of a target. */
export function settingsOf(place: Place, name: string) {
  const found = place.sandbox.github.findRepository(`acme/${name}`);
  if (found === null) throw new Error(`no ${name}`);
  const { private: isPrivate, internal, archived, description, topics, settings } = found;
  const { hasIssues, pullRequestPolicy, actionsEnabled } = found;
  const rulesets = settings.rulesets.map((one) => `${one.name} ${one.enforcement}`).sort();
  return {
    ...{ isPrivate, internal, archived, description, topics: [...topics], rulesets },
    ...{ hasIssues, pullRequestPolicy, actionsEnabled },
  };
}

export function setSourcePrivate(place: Place, slug: string, isPrivate: boolean): void {
  const source = place.sandbox.bitbucket.findRepository(slug);
  if (source === null) throw new Error(`no source ${slug}`);
  source.isPrivate = isPrivate;
}

/** Opens a repository with pull requests and settings of every kind, which was cut over. */
export async function cutOver(): Promise<CutoverPlace> {
  const place = await openCutoverPlace(
    {
      prepare(workplace, plan) {
        addPeople(workplace);
        const planned = withSettings(plan);
        return { ...planned, repositories: planned.repositories.slice(0, 1) };
      },
    },
    [],
    'web',
  );
  const { code, stderr } = await place.cutover();
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return place;
}
