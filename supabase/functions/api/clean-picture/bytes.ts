export type Bytes = Uint8Array<ArrayBuffer>;

/** Reading past the end of an incomplete file throws a RangeError. */
export const viewOf = (bytes: Bytes): DataView<ArrayBuffer> =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A name of four letters, as PNG, WebP and AVIF use them. */
export const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((it) => view.getUint8(at + it)));

export const asciiBytes = (text: string): Bytes =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export const uint32 = (value: number, littleEndian = false): Bytes => {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, littleEndian);
  return bytes;
};

export function concat(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
