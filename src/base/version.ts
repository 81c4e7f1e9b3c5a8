/** The version of this package, which a release writes. */
export const packageVersion = "0.1.0";
