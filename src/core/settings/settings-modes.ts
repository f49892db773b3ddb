/** How a plan's settings are applied: rulesets in force, rulesets switched off, or no settings at all. */
export const settingsModes = ['active', 'disabled', 'none'] as const;
export type SettingsMode = (typeof settingsModes)[number];
