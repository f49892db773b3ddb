export const app = { owner: 'octo-org', name: 'app' };
