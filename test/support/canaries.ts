/** Secrets that must not appear anywhere: setup.ts searches what every test produces for them. */
export const canaryToken = "canary-token-5f1c";
export const canarySecret = "canary-secret-93ab";
