import type { Answer } from '../../../network/answer.ts';
import { invalidRequest } from '../../rest/answers.ts';
import type { ParameterForm, Parameters } from '../../rest/parameters.ts';
import type { Side, WantedPlace } from './place.ts';

/** Of a comment inside of a review. */
export const commentForm: ParameterForm = {
  path: { kind: 'string', required: true },
  body: { kind: 'string', required: true },
  line: { kind: 'integer' },
  side: { kind: 'string' },
  start_line: { kind: 'integer' },
  start_side: { kind: 'string' },
};

/** The lines that a comment is to be made on. */
export function readPlace(values: Parameters): WantedPlace | Answer {
  const { line, side = 'RIGHT', start_line: startLine = null, start_side: startSide } = values;
  if (typeof line !== 'number') return invalidRequest('"line" wasn\'t supplied.');
  for (const [name, value] of [
    ['side', side],
    ['start_side', startSide ?? side],
  ] as const) {
    if (value !== 'LEFT' && value !== 'RIGHT') {
      const quoted = JSON.stringify(value);
      return invalidRequest(`For 'properties/${name}', ${quoted} is not one of: LEFT, RIGHT.`);
    }
  }
  return {
    line,
    side: side as Side,
    startLine: startLine as number | null,
    startSide: startLine === null ? null : ((startSide ?? side) as Side),
  };
}
