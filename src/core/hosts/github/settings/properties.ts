import * as z from 'zod';
import { repositoryOf } from '../rest/shared.ts';
import {
  changing,
  mustBeTaken,
  nameOf,
  type OrganizationMethod,
  type RepositoryMethod,
  taken,
} from './setting-method.ts';

const definitionsSchema = z.array(
  z.object({ property_name: z.string().min(1), value_type: z.string() }),
);
const valuesSchema = z.array(z.object({ property_name: z.string(), value: z.unknown() }));

export const listProperties: OrganizationMethod<'listProperties'> = async (github, request) => {
  const { organization, signal } = request;
  const answer = await github.send(
    'GET /orgs/{org}/properties/schema',
    { org: organization },
    changing(signal),
  );
  const change = `read the custom properties of ${organization}`;
  const rows = taken(github, answer, { schema: definitionsSchema, change });
  return new Map(
    rows.map(({ property_name: name, value_type: type }) => [name, type === 'string']),
  );
};

export const defineProperty: OrganizationMethod<'defineProperty'> = async (github, request) => {
  const { organization, property, description, signal } = request;
  const answer = await github.send(
    'PUT /orgs/{org}/properties/schema/{custom_property_name}',
    { org: organization, custom_property_name: property, value_type: 'string', description },
    changing(signal),
  );
  mustBeTaken(github, answer, `create the custom property ${property} in ${organization}`);
};

export const setProperty: OrganizationMethod<'setProperty'> = async (github, request) => {
  const { organization, name, property, value, signal } = request;
  const answer = await github.send(
    'PATCH /orgs/{org}/properties/values',
    {
      org: organization,
      repository_names: [name],
      properties: [{ property_name: property, value }],
    },
    changing(signal),
  );
  mustBeTaken(github, answer, `set the custom property ${property} of ${organization}/${name}`);
};

export const readProperties: RepositoryMethod<'readProperties'> = async (github, request) => {
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/properties/values',
    repositoryOf(request),
    changing(request.signal),
  );
  const change = `read the custom properties of ${nameOf(request)}`;
  const rows = taken(github, answer, { schema: valuesSchema, change });
  return new Map(
    rows.flatMap(({ property_name: name, value }) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
};
