import type { LinePlace } from '../../../ports/pull-request-target.ts';

interface LineFields {
  readonly path: string;
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  readonly start_line?: number;
  readonly start_side?: 'LEFT' | 'RIGHT';
}

/** GitHub refuses a first line that is the last one as well: "start line must precede the end line". */
export function lineFields({ path, line, side, startLine, startSide }: LinePlace): LineFields {
  if (startLine === null || startLine === line) return { path, line, side };
  return { path, line, side, start_line: startLine, start_side: startSide ?? side };
}
