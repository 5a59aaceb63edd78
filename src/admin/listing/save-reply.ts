import type { Failure } from '../../api/client.ts';
import { toastError } from '../../stores/toasts.ts';
import { saveFile } from '../../ui/save-file.ts';

/** Downloads the requested file, or shows the error: `failed`, or else the API's. */
export async function saveReply(
  name: string,
  request: Promise<{ readonly ok: true; readonly file: Blob } | Failure>,
  failed?: string,
): Promise<void> {
  const reply = await request;
  if (reply.ok) saveFile(name, reply.file);
  else toastError(failed ?? reply.message);
}
