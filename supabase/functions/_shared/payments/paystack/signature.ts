import { sameBytes } from '../../constant-time.ts';

const encoder = new TextEncoder();

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hex HMAC-SHA512 of the raw body, keyed with the secret key. */
export async function sign(body: Uint8Array<ArrayBuffer>, secretKey: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-512' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secretKey), algorithm, false, [
    'sign',
  ]);
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, body)));
}

/** Whether the signature matches these bytes and our key. */
export async function isSigned(
  body: Uint8Array<ArrayBuffer>,
  signature: string,
  secretKey: string,
): Promise<boolean> {
  if (secretKey === '') return false;
  const expected = await sign(body, secretKey);
  return sameBytes(encoder.encode(signature.toLowerCase()), encoder.encode(expected));
}
