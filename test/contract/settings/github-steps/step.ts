/** A request that sets or reads something on the embedded GitHub. */
export interface Step {
  readonly route: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Its identity stands for `:id` in the paths that follow. */
  readonly keepsId?: true;
  /** An Enterprise Server has no such address. */
  readonly dotComOnly?: true;
}

export const repository = '/repos/{owner}/{repo}';
export const web = '/repos/acme/web';
