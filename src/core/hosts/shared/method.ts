/** A method of a port, as a function that also gets what the parts of its adapter share. */
export type MethodOf<Adapter, Port, Name extends keyof Port> = Port[Name] extends (
  ...request: infer Request
) => infer Result
  ? (adapter: Adapter, ...request: Request) => Result
  : never;
