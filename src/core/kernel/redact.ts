/** Takes secrets out of text. Each is known in the forms that it may appear in: as it is, URL-encoded, base64. */
export class Redactor {
  /** How often each was added. */
  readonly #forms = new Map<string, number>();

  /** From now on this value is taken out. Values under 6 characters would hit innocent text and are not taken. */
  add(secret: string): void {
    for (const form of formsOf(secret)) this.#add(form);
  }

  /** Forgets a secret whose time has passed, and that nothing else holds. */
  forget(secret: string): void {
    for (const form of formsOf(secret)) {
      const left = (this.#forms.get(form) ?? 0) - 1;
      if (left > 0) this.#forms.set(form, left);
      else this.#forms.delete(form);
    }
  }

  /** The pair as `Authorization: Basic` carries it, in addition to the password alone. */
  addBasic(username: string, password: string): void {
    this.add(password);
    this.#add(base64(`${username}:${password}`));
  }

  #add(form: string): void {
    this.#forms.set(form, (this.#forms.get(form) ?? 0) + 1);
  }

  /** The text with every known form replaced. Linear in the text. */
  text(text: string): string {
    let result = text;
    for (const form of this.#forms.keys()) {
      if (result.includes(form)) result = result.split(form).join('[redacted]');
    }
    return result;
  }

  /** A copy of plain data (JSON-like) with every string redacted. */
  data<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.data(item)) as T;
    if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value).map(([key, item]) => [key, this.data(item)]);
      return Object.fromEntries(entries) as T;
    }
    return value;
  }
}

function formsOf(secret: string): ReadonlySet<string> {
  if (secret.length < 6) return new Set();
  return new Set([
    secret,
    encodeURIComponent(secret.toWellFormed()),
    base64(secret),
    Buffer.from(secret, 'utf8').toString('base64url'),
    JSON.stringify(secret).slice(1, -1),
  ]);
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
