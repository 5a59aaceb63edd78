import type { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import { readBytes, tooLargeText } from '../../_shared/read-bytes.ts';
import { ApiError } from '../errors.ts';

const megabyte = 1024 * 1024;
const sizeLimits = {
  text: megabyte / 4,
  large: limits.fileMegabytes * megabyte,
  files: 40 * megabyte,
};

/** The fields and files of a JSON or form body. */
export interface Parsed {
  fields: unknown;
  files: File[];
}

function tooLarge(limit: number): ApiError {
  return new ApiError(413, 'too_large', tooLargeText(limit), { headers: { connection: 'close' } });
}

const listEntry = /^(sizes|colors|kept)(?:\[\d{0,4}\])?$/;
const fileFields = ['image', 'images'];

/** Collects `sizes[0]`, `sizes[1]` into one list. Files are accepted only in the fields for pictures. */
function collect(form: FormData): Parsed {
  const fields = new Map<string, unknown>();
  const files: File[] = [];
  for (const [name, value] of form) {
    const list = listEntry.exec(name)?.[1];
    if (typeof value !== 'string') {
      if (fileFields.includes(name.replace(/\[\d{0,4}\]$/, '')) && value.size > 0)
        files.push(value);
    } else if (list) {
      const previous = fields.get(list);
      if (Array.isArray(previous)) previous.push(value);
      else fields.set(list, [value]);
    } else if (!fileFields.includes(name)) {
      fields.set(name, value);
    }
  }
  return { fields: Object.fromEntries(fields), files };
}

const malformed = () => new ApiError(400, 'malformed_body', 'The body could not be read');

/** @throws ApiError 400 if the body is incomplete or does not match its content type, 413 if it is too large */
export async function readBody(
  request: Request,
  acceptsFiles: boolean,
  large = false,
): Promise<Parsed> {
  const type = request.headers.get('content-type') ?? '';
  const isMultipart = /^multipart\/form-data/i.test(type);
  const limit =
    acceptsFiles && isMultipart ? sizeLimits.files : large ? sizeLimits.large : sizeLimits.text;
  const bytes = await readBytes(request, limit).catch(() => {
    throw malformed();
  });
  if (!bytes) throw tooLarge(limit);
  try {
    if (isMultipart || /^application\/x-www-form-urlencoded/i.test(type)) {
      const form = new Response(bytes, { headers: { 'content-type': type } });
      return collect(await form.formData());
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { fields: text.trim() === '' ? {} : JSON.parse(text), files: [] };
  } catch {
    throw malformed();
  }
}

/** Returns the parsed value. @throws ApiError 400 with all invalid fields; `codes` sets error codes for single fields */
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
  const message = first?.path ? `${first.path}: ${first.message}` : 'The body is not valid';
  throw new ApiError(400, codes[field] ?? 'validation_failed', message, { issues });
}
