import { checkBaseUrl } from '../kernel/base-url.ts';
import { readVariable, readWord, type Variables } from '../kernel/environment.ts';
import { MigratorError } from '../kernel/errors.ts';

/** Where notices go, and when a wait is worth one. */
export interface NoticeSettings {
  readonly url: URL;
  readonly secret: string | null;
  readonly budgetMilliseconds: number;
}

interface NoticeConfig {
  readonly notify?:
    | { readonly webhook?: string | undefined; readonly budget_seconds?: number | undefined }
    | undefined;
}

const defaultBudgetSeconds = 900;

/**
 * Reads where notices go. Pure.
 * @param variables with what migrator.yaml adds
 * @returns `null` where nobody wants any
 * @throws `configuration`, without the address: its path is often the only secret
 */
export function noticeSettings(variables: Variables, config: NoticeConfig): NoticeSettings | null {
  const address = readVariable(variables, 'MIGRATOR_NOTIFY_WEBHOOK');
  if (address === null) return null;
  const isOfFile = config.notify?.webhook === address;
  const setting = isOfFile ? 'notify.webhook' : 'MIGRATOR_NOTIFY_WEBHOOK';
  const url = URL.parse(address);
  if (url === null) {
    throw new MigratorError('configuration', `${setting} is not a URL`, {
      hint: 'Set it to the address of the webhook, starting with https://.',
    });
  }
  checkBaseUrl(url.origin, setting);
  if (url.username !== '' || url.password !== '') {
    throw new MigratorError('configuration', `${setting} contains a username or password`, {
      hint: 'Remove them from the URL, and sign notices with MIGRATOR_NOTIFY_SECRET.',
    });
  }
  return {
    url,
    secret: readWord(variables, 'MIGRATOR_NOTIFY_SECRET'),
    budgetMilliseconds: 1000 * (config.notify?.budget_seconds ?? defaultBudgetSeconds),
  };
}

/** Returns the parts of an address that must not be shown: services without a signature hide a key in the path. Pure. */
export function secretParts({ url, secret }: NoticeSettings): readonly string[] {
  const path = `${url.pathname}${url.search}`;
  return [...(path.length > 1 ? [path] : []), ...(secret === null ? [] : [secret])];
}
