import type { z } from 'zod';
import { readBytes } from '../../_shared/read-bytes.ts';
import { ApiError } from '../errors.ts';

const megabyte = 1024 * 1024;
const sizeLimits = { text: megabyte / 4, large: 10 * megabyte, files: 40 * megabyte };

/** Fields as an object and files as a list, from JSON or from either kind of form. */
export interface Parsed {
  fields: unknown;
  files: File[];
}

function tooLarge(): ApiError {
  return new ApiError(413, 'too_large', 'This is too large to be sent', {
    headers: { connection: 'close' },
  });
}

const listEntry = /^(sizes|colors)(?:\[\d{0,4}\])?$/;
const fileFields = ['image', 'images'];

/** `sizes[0]`, `sizes[1]` become one list; files count only under the names for pictures. */
function gather(form: FormData): Parsed {
  const fields = new Map<string, unknown>();
  const files: File[] = [];
  for (const [name, value] of form) {
    const list = listEntry.exec(name)?.[1];
    if (typeof value !== 'string') {
      if (fileFields.includes(name.replace(/\[\d{0,4}\]$/, '')) && value.size > 0)
        files.push(value);
    } else if (list) {
      const before = fields.get(list);
      fields.set(list, [...(Array.isArray(before) ? before : []), value]);
    } else if (!fileFields.includes(name)) {
      fields.set(name, value);
    }
  }
  return { fields: Object.fromEntries(fields), files };
}

const malformed = () => new ApiError(400, 'malformed_body', 'The body could not be read');

/** Throws 400 for what cannot be read as its content type says or breaks off, 413 for what is too large. */
export async function readBody(
  request: Request,
  takesFiles: boolean,
  large = false,
): Promise<Parsed> {
  const type = request.headers.get('content-type') ?? '';
  const isMultipart = /^multipart\/form-data/i.test(type);
  const limit =
    takesFiles && isMultipart ? sizeLimits.files : large ? sizeLimits.large : sizeLimits.text;
  const bytes = await readBytes(request, limit).catch(() => {
    throw malformed();
  });
  if (!bytes) throw tooLarge();
  try {
    if (isMultipart || /^application\/x-www-form-urlencoded/i.test(type)) {
      const form = new Response(bytes, { headers: { 'content-type': type } });
      return gather(await form.formData());
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { fields: text.trim() === '' ? {} : JSON.parse(text), files: [] };
  } catch {
    throw malformed();
  }
}

/** The checked value, or 400 with every wrong field named; `codes` gives single fields a code of their own. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  codes: Readonly<Record<string, string>> = {},
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  const [first] = issues;
  const field = first?.path.split('.').at(-1) ?? '';
  const sentence = first?.path ? `${first.path}: ${first.message}` : 'The body is not as expected';
  throw new ApiError(400, codes[field] ?? 'validation_failed', sentence, { issues });
}
