const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;

/** Whether a text is a media type such as `text/plain; charset=utf-8`: it can stand in a header as it is. */
export function isMediaType(text: unknown): text is string {
  return typeof text === "string" && mediaType.test(text);
}
