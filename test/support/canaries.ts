/** Secrets that must show up nowhere: the guards of every test file look for them (test/support/guards). */
export const canaryToken = "canary-token-5f1c";
export const canarySecret = "canary-secret-93ab";
