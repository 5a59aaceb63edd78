import type { Failure } from '../../api/client.ts';
import { toastError } from '../../stores/toasts.ts';

/** Downloads a file under this name. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Downloads the requested file, or shows the error. */
export async function saveReply(
  name: string,
  request: Promise<{ readonly ok: true; readonly file: Blob } | Failure>,
): Promise<void> {
  const reply = await request;
  if (reply.ok) saveFile(name, reply.file);
  else toastError(reply.message);
}
