const maxDescription = 350;

/** Why GitHub refuses a description, or `null`. Line breaks are control characters to it. */
export function descriptionError(description: string | null): string | null {
  if (description === null) return null;
  if (/[\u0000-\u001f\u007f]/u.test(description)) {
    return 'description control characters are not allowed';
  }
  if ([...description].length > maxDescription) {
    return `Description cannot be more than ${maxDescription} characters`;
  }
  return null;
}

/** GitHub keeps topics in lower case. `null`: one of them is not allowed. */
export function normaliseTopics(names: readonly string[]): string[] | null {
  const topics = [...new Set(names.map((name) => name.toLowerCase()))];
  if (topics.length > 20) return null;
  return topics.every((topic) => /^[a-z0-9][a-z0-9-]{0,49}$/.test(topic)) ? topics : null;
}
