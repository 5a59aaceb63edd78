import type { ImportColumns, ImportReport, ProductImport } from '#shared/schemas/product-files.ts';
import type { Reply } from '../../api/client.ts';
import { revalidate } from '../../api/query.ts';
import { toastSuccess } from '../../stores/toasts.ts';

export interface ImportChoices {
  readonly columns?: readonly string[];
  readonly fileName?: string;
  /** Imports the other rows where some are wrong. */
  readonly leaveOutWrong?: boolean;
}

/** Imports a file. Resolves with the result, or a message if it could not be read. Reloads what changed. */
export const importWith =
  (send: (file: ProductImport) => Promise<Reply<ImportReport>>, changed: readonly string[]) =>
  async (
    csv: string,
    dry: boolean,
    { columns, fileName, leaveOutWrong }: ImportChoices = {},
  ): Promise<ImportReport | string> => {
    const reply = await send({
      ...{ csv, dry },
      ...(columns && { columns: [...columns] }),
      ...(leaveOutWrong && { leaveOutWrong }),
      ...(fileName && { fileName: fileName.slice(0, 200) }),
    });
    if (!reply.ok) return reply.issues[0]?.message ?? reply.message;
    if (reply.done) {
      toastSuccess(reply.message);
      revalidate(...changed);
    }
    return reply;
  };

/** What the columns of a file are; a message if it could not be read. */
export const columnsWith =
  (send: (csv: string) => Promise<Reply<ImportColumns>>) =>
  async (csv: string): Promise<ImportColumns | string> => {
    const reply = await send(csv);
    return reply.ok ? reply : (reply.issues[0]?.message ?? reply.message);
  };
