import { csvRow, type Cell } from '../_shared/domain/csv.ts';

/**
 * A file of comma-separated values that is written while its rows are read, page by page. When reading fails the file breaks
 * off, so that half a list is never taken for a whole one; when nothing can be read at all it is never begun.
 */
export async function csvFile(
  name: string,
  head: readonly string[],
  pages: AsyncGenerator<readonly (readonly Cell[])[]>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const first = await pages.next();
  const put = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    { value, done }: IteratorResult<readonly (readonly Cell[])[], undefined>,
  ) => {
    if (done) controller.close();
    else controller.enqueue(encoder.encode(value.map(csvRow).join('')));
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Spreadsheets take a file for UTF-8 only when it begins like this.
      controller.enqueue(encoder.encode(`\uFEFF${csvRow(head)}`));
      put(controller, first);
    },
    async pull(controller) {
      put(controller, await pages.next());
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
