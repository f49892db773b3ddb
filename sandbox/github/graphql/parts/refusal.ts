/** Ends a field with an error that the host would give; `type` stands beside the message there. */
export class GraphqlRefusal extends Error {
  readonly extensions: { readonly type: string; readonly isSingleSignOn?: true };

  constructor(type: string, message: string, more: { isSingleSignOn?: true } = {}) {
    super(message);
    this.extensions = { type, ...more };
  }
}

export function notResolved(what: string): GraphqlRefusal {
  return new GraphqlRefusal('NOT_FOUND', `Could not resolve to a ${what}.`);
}
