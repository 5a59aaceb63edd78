import { limits } from '#shared/domain/limits.ts';

const decode = (encoding: string, bytes: ArrayBuffer) =>
  new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);

/** The row and the column of a cell that begins or goes on at this place of a text. */
async function cellAt(text: string, place: number): Promise<string> {
  const { default: Papa } = await import('papaparse');
  const { data } = Papa.parse<string[]>(text.slice(0, place));
  const cell = data.at(-1)?.length ?? 1;
  const heading = data.length > 1 && data[0]?.[cell - 1]?.trim();
  return `row ${Math.max(data.length, 1)}, ${heading || `column ${cell}`}`;
}

/**
 * Decodes a file by its byte order mark or the zeros of UTF-16, else as UTF-8, else as Windows-1252; one that mixes these two has a
 * problem, as one has that is larger than the API takes.
 */
export async function readText(file: File): Promise<{ text: string } | { problem: string }> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  const wide =
    (first === 0xff && second === 0xfe) || second === 0
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || first === 0
        ? 'utf-16be'
        : null;
  if (file.size > (wide ? 2 : 1) * limits.fileMegabytes * 1024 * 1024)
    return { problem: `The file is too large: at most ${limits.fileMegabytes} MB.` };
  if (wide) return { text: decode(wide, bytes) };
  try {
    return { text: decode('utf-8', bytes) };
  } catch {
    const text = new TextDecoder().decode(bytes);
    // Letters of UTF-8 beside bytes that are not UTF-8: parts of the file were saved in different ways.
    if (!/[\u0080-\uFFFC]/.test(text)) return { text: decode('windows-1252', bytes) };
    const where = await cellAt(text, text.indexOf('\uFFFD'));
    return {
      problem: `The file mixes the encodings UTF-8 and Windows-1252, for example in ${where}. Save it as UTF-8.`,
    };
  }
}
