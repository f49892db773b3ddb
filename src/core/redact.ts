/** Takes secrets out of text. Each is known in the forms that it may appear in: as it is, URL-encoded, base64. */
export class Redactor {
  readonly #forms = new Set<string>();

  /** From now on this value is taken out. Values under 6 characters would hit innocent text and are not taken. */
  add(secret: string): void {
    if (secret.length < 6) return;
    for (const form of [
      secret,
      encodeURIComponent(secret),
      base64(secret),
      base64url(secret),
      JSON.stringify(secret).slice(1, -1),
    ]) {
      this.#forms.add(form);
    }
  }

  /** The pair as `Authorization: Basic` carries it, besides the password alone. */
  addBasic(username: string, password: string): void {
    this.add(password);
    this.#forms.add(base64(`${username}:${password}`));
  }

  /** The text with every known form replaced. Linear in the text. */
  text(text: string): string {
    let result = text;
    for (const form of this.#forms) {
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

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

function base64url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}
