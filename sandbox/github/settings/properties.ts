import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import type { GithubRepository } from '../records.ts';
import { githubError, invalidRequest, notFound } from '../rest/answers.ts';
import { type Parameters, readParameters } from '../rest/parameters.ts';
import { listed } from './listed.ts';
import type {
  OrganizationCall,
  OrganizationHandler,
  OrganizationRoute,
} from './organization-call.ts';
import type { PropertyDefinition, PropertyValue } from './property.ts';
import type { SettingsCall, SettingsRoute } from './settings-call.ts';

const types = ['string', 'single_select', 'multi_select', 'true_false', 'url'] as const;

const listSchema: OrganizationHandler = (call) => {
  const items = [...call.organization.properties.values()];
  return jsonAnswer(
    200,
    items.map((one) => definitionJson(call, one)),
  );
};

const getDefinition: OrganizationHandler = (call) => {
  const found = call.organization.properties.get(call.words[0] ?? '');
  return found === undefined ? notFound() : jsonAnswer(200, definitionJson(call, found));
};

const putDefinition: OrganizationHandler = async (call) => {
  const read = await readParameters(call.exchange, {
    value_type: { kind: 'string', required: true },
    required: { kind: 'boolean' },
    default_value: { kind: 'string or null' },
    description: { kind: 'string or null' },
    allowed_values: { kind: 'strings' },
    values_editable_by: { kind: 'string' },
  });
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const [name = ''] = call.words;
  const type = types.find((one) => one === values.value_type);
  if (!/^[A-Za-z0-9_#$-]{1,75}$/.test(name)) return githubError(422, 'Property name is invalid.');
  if (type === undefined) return invalidRequest('value_type is none that there is.');
  const allowed = (values.allowed_values ?? null) as readonly string[] | null;
  if (/select$/.test(type) && (allowed === null || allowed.length === 0 || allowed.length > 200)) {
    return githubError(422, 'Between 1 and 200 allowed values are required.');
  }
  if (values.values_editable_by !== undefined && values.values_editable_by !== 'org_actors') {
    return invalidRequest('The sandbox does not know properties that repositories edit.');
  }
  const made: PropertyDefinition = {
    name,
    type,
    required: values.required === true,
    defaultValue: (values.default_value ?? null) as PropertyValue,
    description: (values.description ?? null) as string | null,
    allowedValues: allowed,
  };
  call.organization.properties.set(name, made);
  return jsonAnswer(200, definitionJson(call, made));
};

function definitionJson({ addresses, organization }: OrganizationCall, one: PropertyDefinition) {
  return {
    property_name: one.name,
    url: `${addresses.apiUrl}/orgs/${organization.login}/properties/schema/${one.name}`,
    source_type: 'organization',
    value_type: one.type,
    required: one.required,
    default_value: one.defaultValue,
    description: one.description,
    allowed_values: one.allowedValues,
    values_editable_by: 'org_actors',
  };
}

/** Of at most 30 repositories: all of it or nothing. */
const patchValues: OrganizationHandler = async (call) => {
  const read = await readParameters(call.exchange, {
    repository_names: { kind: 'strings', required: true },
    properties: { kind: 'objects', required: true },
  });
  if ('refusal' in read) return read.refusal;
  const names = read.values.repository_names as readonly string[];
  const { organization, host } = call;
  if (names.length > 30)
    return githubError(422, 'Cannot update more than 30 repositories at once.');
  const found = names.map((name) => host.findRepository(`${organization.login}/${name}`));
  const repositories = found.filter((one) => one !== null);
  if (repositories.length < names.length) return notFound();
  const properties = read.values.properties as readonly Parameters[];
  const refusal = refuseValues(organization, properties);
  if (refusal !== null) return refusal;
  for (const repository of repositories) setValues(repository, properties);
  return emptyAnswer(204);
};

function refuseValues(organization: GithubAccount, all: readonly Parameters[]): Answer | null {
  for (const { property_name: name, value = null } of all) {
    const known = organization.properties.get(String(name));
    if (known === undefined) return githubError(422, `Property '${String(name)}' not found.`);
    const values = [value].flat().filter((one) => one !== null);
    const isList = known.type === 'multi_select' || !Array.isArray(value);
    const isAllowed = values.every(
      (one) =>
        typeof one === 'string' &&
        (known.allowedValues === null || known.allowedValues.includes(one)),
    );
    if (!isList || !isAllowed) {
      return githubError(422, `Property value for '${known.name}' is not allowed.`);
    }
  }
  return null;
}

function setValues({ settings }: GithubRepository, all: readonly Parameters[]): void {
  for (const { property_name: name, value } of all) {
    if (value === null || value === undefined) settings.properties.delete(String(name));
    else settings.properties.set(String(name), value as PropertyValue);
  }
}

/** Returns what a repository has, defaults of what it must have among it. */
function getValues({ repository }: SettingsCall): Answer {
  const { properties } = repository.settings;
  const values = [...repository.owner.properties.values()].map((one) => ({
    property_name: one.name,
    value: properties.get(one.name) ?? (one.required ? one.defaultValue : null),
  }));
  return jsonAnswer(200, values);
}

const listValues: OrganizationHandler = (call) => {
  const { organization, host } = call;
  return listed(call, {
    items: host.repositories.filter(({ owner }) => owner === organization),
    toJson: (repository) => ({
      repository_id: repository.id,
      repository_name: repository.name,
      repository_full_name: `${organization.login}/${repository.name}`,
      properties: [...repository.settings.properties].map(([name, value]) => ({
        property_name: name,
        value,
      })),
    }),
  });
};

export const propertyRoutes: Readonly<Record<string, SettingsRoute>> = {
  'GET properties/values': { needs: 'pull', handle: getValues },
};

export const organizationPropertyRoutes: Readonly<Record<string, OrganizationRoute>> = {
  'GET properties/schema': { needs: 'read', handle: listSchema },
  'GET properties/schema/*': { needs: 'read', handle: getDefinition },
  'PUT properties/schema/*': { needs: 'own', handle: putDefinition },
  'GET properties/values': { needs: 'read', handle: listValues },
  'PATCH properties/values': { needs: 'own', handle: patchValues },
};
