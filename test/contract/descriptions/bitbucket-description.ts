import { Ajv, type ValidateFunction } from 'ajv';
import { openDescription } from '../../../scripts/shapes/description.ts';

/**
 * Atlassian's own descriptions of both Bitbuckets, by the types that @coderabbitai/bitbucket generates from them: of
 * Cloud the current one, of Data Center that of 9.2.
 */
export interface BitbucketDescription {
  /**
   * Returns what an answer has that its description does not say, or says otherwise: `<place> <what is wrong>`, sorted.
   * Fields that the description does not know are among them.
   * @param route `GET /repositories/{workspace}/…`
   * @throws Error if the description does not know the route or the status
   */
  deviations(route: string, answer: { readonly status: number; readonly text: string }): string[];
  /** The same of a request's body. */
  bodyDeviations(route: string, body: unknown): string[];
}

/** Only what is asked for is parsed. */
export function readDescription(host: 'cloud' | 'server'): BitbucketDescription {
  const source = openDescription(host);
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const known = new Map<string, ValidateFunction>();

  function validatorOf(route: string, way: readonly string[]): ValidateFunction {
    const key = [route, ...way].join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const schema = source.schema(route, way);
    if (schema === null) throw new Error(`Atlassian describes no ${way.join(' ')} of ${route}`);
    const made = ajv.compile(schema);
    known.set(key, made);
    return made;
  }

  function check(validate: ValidateFunction, value: unknown): string[] {
    validate(value);
    const wrong = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const place = instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || '/';
      const name = (params as { additionalProperty?: string }).additionalProperty;
      return name === undefined ? `${place} ${message}` : `${place} unknown: ${name}`;
    });
    return [...new Set(wrong)].sort();
  }
  return {
    deviations(route, { status, text: body }) {
      const way = ['responses', String(status), 'content', 'application/json'];
      return check(validatorOf(route, way), JSON.parse(body));
    },
    bodyDeviations: (route, body) =>
      check(validatorOf(route, ['requestBody', 'content', 'application/json']), body),
  };
}
