import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { githubError } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import { claimingTypes } from './importer-types.ts';
import { createRoot } from './root.ts';
import { typeDefinitions } from './type-definitions.ts';

/** `POST /graphql`. The library is loaded when it is asked for the first time. */
export function createGraphql(): (call: Call) => Promise<Answer> {
  const schemas = new Map<string, GraphQLSchema>();
  return async (call) => {
    const asked = await readRequest(call);
    if ('status' in asked) return asked;
    const { buildSchema, graphql } = await import('graphql');
    const definitions = definitionsFor(call);
    const schema = schemas.get(definitions) ?? buildSchema(definitions, { noLocation: true });
    schemas.set(definitions, schema);
    const { limiter, token, host } = call;
    const isMutation = /^\s*mutation\b/m.test(asked.query);
    const refusal = limiter.countGraphql({
      user: token.user,
      isMutation,
      pointsPerHour: host.rules.graphqlPointsPerHour,
    });
    const headers = limiter.graphqlHeaders(token.user);
    if (refusal !== null) return { ...refusal, headers: { ...refusal.headers, ...headers } };
    const result = await graphql({
      schema,
      source: asked.query,
      rootValue: createRoot(call),
      variableValues: asked.variables,
      operationName: asked.operationName,
    });
    const errors = result.errors?.map((error) => hostError(error.toJSON()));
    const data = result.data === undefined ? {} : { data: result.data };
    return jsonAnswer(200, errors === undefined ? data : { ...data, errors }, headers);
  };
}

/** Some fields are there for those alone who ask for them by a header. */
function definitionsFor({ exchange, host }: Call): string {
  const features = String(exchange.headers['graphql-features'] ?? '').split(',');
  const { unknownState } = host.importer.rules;
  const all = features.includes('mannequin_claiming_emu')
    ? `${typeDefinitions}${claimingTypes}`
    : typeDefinitions;
  if (unknownState === null) return all;
  return all.replace('enum MigrationState {', `enum MigrationState { ${unknownState}`);
}

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

async function readRequest({ exchange }: Call): Promise<Asked | Answer> {
  let body: unknown;
  try {
    body = JSON.parse((await exchange.readBody()).toString('utf8'));
  } catch {
    return githubError(400, 'Problems parsing JSON');
  }
  const { query, variables, operationName } = (body ?? {}) as Record<string, unknown>;
  if (typeof query !== 'string') {
    return githubError(400, 'A query attribute must be specified and must be a string.');
  }
  return {
    query,
    variables: (typeof variables === 'object' ? variables : null) as Record<string, unknown>,
    operationName: typeof operationName === 'string' ? operationName : null,
  };
}

/** In the host's words: it names what it does not know in its own way, and has the type of an error beside it. */
function hostError(error: GraphQLFormattedError): object {
  const { message, path, locations, extensions } = error;
  const place = { ...(path === undefined ? {} : { path }), locations };
  const field = /^Cannot query field "(.+?)" on type "(.+?)"/.exec(message);
  if (field !== null) {
    const [, fieldName, typeName] = field;
    return {
      ...place,
      extensions: { code: 'undefinedField', typeName, fieldName },
      message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
    };
  }
  const argument = /^Unknown argument "(.+?)" on field "(.+?)\.(.+?)"/.exec(message);
  if (argument !== null) {
    const [, argumentName, , name] = argument;
    return {
      ...place,
      extensions: { code: 'argumentNotAccepted', name, typeName: 'Field', argumentName },
      message: `Field '${name}' doesn't accept argument '${argumentName}'`,
    };
  }
  const type = extensions?.type;
  if (extensions?.isSingleSignOn === true) {
    return { type, ...place, extensions: { saml_failure: true }, message };
  }
  return { ...(type === undefined ? {} : { type }), ...place, message };
}
