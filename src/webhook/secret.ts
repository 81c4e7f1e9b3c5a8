/** How a secret of webhooks is written. */
export const secretForm = "whsec_ and 24 to 64 bytes in base64";

/** Reads the bytes of a secret; undefined for any other text. */
export function readSecret(text: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64 = ""] = /^whsec_([A-Za-z\d+/]+=*)$/.exec(text.trim()) ?? [];
  const key = decodeBase64(base64);
  return key !== undefined && key.length >= 24 && key.length <= 64 ? key : undefined;
}

/** Decodes base64; undefined for any other text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
