import { csvRow, type Cell } from '../_shared/domain/csv.ts';

/**
 * A file of comma-separated values that is written while its rows are read, page by page. When reading fails the file breaks
 * off, so that half a list is never taken for a whole one.
 */
export function csvFile(
  name: string,
  head: readonly string[],
  pages: AsyncGenerator<readonly (readonly Cell[])[]>,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Spreadsheets take a file for UTF-8 only when it begins like this.
      controller.enqueue(encoder.encode(`\uFEFF${csvRow(head)}`));
    },
    async pull(controller) {
      const { value, done } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.map(csvRow).join('')));
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
