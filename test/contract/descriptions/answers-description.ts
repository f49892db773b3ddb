import type { ErrorObject, ValidateFunction } from 'ajv';
import { expect } from 'vitest';
import type { RestAnswer } from '../../sandbox/helpers/rest.ts';
import { type DescribedHost, openDescription } from './github-description.ts';

interface Description {
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/** GitHub's own description of its answers. */
export interface AnswerDescription {
  /** `null`: the description knows the answer, and says nothing about its body. */
  validatorOf(route: string, status: number): ValidateFunction | null;
  expectAsDescribed(route: string, answer: RestAnswer): void;
}

export function readDescription(name: DescribedHost = 'api.github.com'): AnswerDescription {
  const { description, ajv } = openDescription<Description>(name);

  function validatorOf(route: string, status: number): ValidateFunction | null {
    const [method = '', path = ''] = route.split(' ');
    const response = description.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
    if (response === undefined) throw new Error(`GitHub describes no ${status} of ${route}`);
    const reference = (response as { $ref?: string }).$ref;
    const escaped = path
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')
      .replace(/[{}]/g, encodeURIComponent);
    const at = reference ?? `#/paths/${escaped}/${method.toLowerCase()}/responses/${status}`;
    const content = reference === undefined ? (response as { content?: object }).content : {};
    if (content === undefined) return null;
    return ajv.compile({ $ref: `gh${at}/content/application~1json/schema` });
  }
  return {
    validatorOf,
    expectAsDescribed(route, answer) {
      const validate = validatorOf(route, answer.status);
      if (validate === null) {
        // A refusal says why all the same.
        if (answer.status < 400) expect(answer.text).toBe('');
        return;
      }
      const value: unknown = JSON.parse(answer.text);
      validate(value);
      const wrong = (validate.errors ?? []).filter((error) => !isKnownHole(error, value));
      expect(wrong.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
    },
  };
}

/** GitHub's answers have `null` here (a comment on a file, an outdated one), and its description forbids it. */
const nullInFact = /^(?:\/\d+)?\/(?:line|original_line)$/;

function isKnownHole({ instancePath }: ErrorObject, value: unknown): boolean {
  if (!nullInFact.test(instancePath)) return false;
  let inner = value;
  for (const key of instancePath.split('/').slice(1)) {
    inner = (inner as Readonly<Record<string, unknown>>)[key];
  }
  return inner === null;
}
