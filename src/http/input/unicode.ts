const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether text can be written as UTF-8: it holds no half of a surrogate pair. `String.isWellFormed`, but typed in ES2023. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}
