import { beforeAll, describe, expect, it } from 'vitest';
import { cloudRoutes, dataCenterRoutes } from '../../../scripts/shapes/routes.ts';
import { cloudShapes } from '../../../src/core/hosts/bitbucket-cloud/shapes/cloud-shapes.ts';
import { dataCenterShapes } from '../../../src/core/hosts/bitbucket-data-center/shapes/data-center-shapes.ts';
import type { Addition, Shape } from '../../../src/core/hosts/shared/shapes/described.ts';
import { routeMatcher } from '../../../src/core/hosts/shared/shapes/match-route.ts';
import type { ExpectedShapes } from '../../../src/core/hosts/shared/shapes/observe-shapes.ts';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import {
  type BitbucketDescription,
  readDescription,
} from '../descriptions/bitbucket-description.ts';
import { notesOf } from './notes-of.ts';
import { type Exchange, recordSource } from './source-traffic.ts';

interface Host {
  readonly kind: SourceKind;
  readonly expected: ExpectedShapes;
  readonly described: BitbucketDescription;
  readonly routes: readonly string[];
  /** Every list takes them; the description says so in its introduction alone. */
  readonly parameters: readonly string[];
  readonly notAsked: readonly string[];
  /** Where a body that we send is other than described, with what speaks for it. */
  readonly bodies: Readonly<Record<string, string>>;
}

/**
 * Everything that migrator asks of a Bitbucket, and all that the sandbox answers, held against Atlassian's own descriptions by
 * the comparison that runs on a customer's host as well. What is assumed beyond them stands in `shapes/assumed.ts`.
 */

const cloudPipelines = '/repositories/{workspace}/{repo_slug}/pipelines';
const cloudComments =
  '/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments';
const typeOfBody = 'the examples in the text of the description send none';
const targets =
  'the examples in the text of the description; its fields are those of the base type';

/** The bulk form, which the description has alone, takes a list of what one request takes as it is. */
const otherBodies = {
  'POST /branch-permissions/latest/projects/{projectKey}/repos/{repositorySlug}/restrictions':
    'settings-mapping: the plain form is in the text of the description',
};

const hosts: readonly Host[] = [
  {
    kind: 'bitbucket-cloud',
    expected: cloudShapes,
    described: readDescription('cloud'),
    routes: cloudRoutes,
    parameters: ['fields', 'pagelen', 'page', 'sort', 'q'],
    notAsked: [],
    bodies: {
      [`POST ${cloudPipelines} / must have required property 'type'`]: typeOfBody,
      [`POST ${cloudPipelines} /target unknown: ref_name`]: targets,
      [`POST ${cloudPipelines} /target unknown: ref_type`]: targets,
      [`POST ${cloudPipelines} /target unknown: selector`]: targets,
      [`POST ${cloudPipelines} /target/type must be equal to one of the allowed values`]: targets,
      [`POST ${cloudComments} / must have required property 'type'`]: typeOfBody,
    },
  },
  {
    kind: 'bitbucket-data-center',
    expected: dataCenterShapes,
    described: readDescription('server'),
    routes: dataCenterRoutes,
    parameters: ['limit', 'start'],
    // Only of servers before 7.5, which know no `default-branch`: test/core/hosts/bitbucket-data-center/repositories.test.ts.
    notAsked: ['GET /api/latest/projects/{projectKey}/repos/{repositorySlug}/branches/default'],
    bodies: {},
  },
];

describe.each(hosts)(
  '$kind',
  ({ kind, expected, described, routes, parameters, notAsked, bodies }) => {
    let exchanges: readonly Exchange[];
    beforeAll(async () => {
      exchanges = await recordSource(kind);
    });

    it('answers in the sandbox as it is described, but for what is assumed', async () => {
      expect(await notesOf(exchanges, expected)).toEqual([]);
    });

    it('has everything in the sandbox that is assumed beyond its description', async () => {
      const needless: string[] = [];
      const all = expected.assumed.additions.flatMap(singles);
      for (const one of all) {
        const additions = all.filter((other) => other !== one);
        const without = { ...expected, assumed: { ...expected.assumed, additions } };
        if ((await notesOf(exchanges, without)).length === 0)
          needless.push(`${one.to} ${one.at} ${JSON.stringify(one.also)}`);
      }
      expect(needless).toEqual([]);
    });

    it('is asked for what is listed, and nothing else', () => {
      const match = matcherOf([...routes, ...Object.keys(expected.assumed.routes)]);
      const asked = new Set(exchanges.map((one) => match(one)));
      expect(routes.filter((route) => !asked.has(route))).toEqual(notAsked);
      expect(asked.has(null)).toBe(false);
    });

    it('is asked with parameters that it describes', async () => {
      const match = matcherOf(routes);
      const host = await expected.described();
      const unknown = exchanges.flatMap((one) => {
        const route = match(one);
        const known = [...(host.routes[route ?? '']?.query ?? []), ...parameters];
        const names = [...one.query.keys()].filter((name) => !known.includes(name));
        return route === null ? [] : names.map((name) => `${route} ${name}`);
      });
      expect([...new Set(unknown)].sort()).toEqual([]);
    });

    it('is sent bodies as it describes them', () => {
      const match = matcherOf(routes);
      const deviations = exchanges
        .filter(({ body }) => body !== null)
        .flatMap((one) => {
          const route = match(one) ?? '';
          // Described under another media type.
          if (route in otherBodies) return [];
          return described.bodyDeviations(route, one.body).map((text) => `${route} ${text}`);
        });
      expect([...new Set(deviations)].sort()).toEqual(Object.keys(bodies).sort());
    });

    function matcherOf(known: readonly string[]) {
      const match = routeMatcher(known);
      return ({ method, path }: Exchange) => match(method, expected.describedPath(path));
    }
  },
);

/** Each field for itself, but for pages of lists. */
function singles(addition: Addition): readonly Addition[] {
  const { also } = addition;
  const isOne = typeof also !== 'object' || Array.isArray(also) || 'values' in also;
  if (isOne) return [addition];
  const fields = also as Readonly<Record<string, Shape>>;
  return Object.entries(fields).map(([name, shape]) => ({ ...addition, also: { [name]: shape } }));
}
