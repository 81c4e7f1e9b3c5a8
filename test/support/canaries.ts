/** Secrets that must not appear anywhere: the guards search every test file for them (test/support/guards). */
export const canaryToken = "canary-token-5f1c";
export const canarySecret = "canary-secret-93ab";
